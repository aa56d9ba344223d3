"""Thermographs."""
