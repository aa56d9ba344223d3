"""Pictures of tables and laws: grids with views, as text, HTML, SVG and lists."""
