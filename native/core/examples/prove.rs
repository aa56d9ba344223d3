//! Proves a period.
use lastmove_core::heaps::{code::Code, engine::Options, game::Game};
use lastmove_core::monitor::Silent;
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9
}
fn main() {
    for arg in std::env::args().skip(1) {
        let digits = arg.chars().filter(|c| *c != '.').map(|c| c.to_digit(16).unwrap()).collect();
        let mut game = Game::new(&Code::new(digits, false).unwrap(), Options::default()).unwrap();
        let start = cpu();
        let found = game.prove_period(1_000_000_000, &mut Silent).unwrap();
        println!(
            "{arg} {found:?} cpu {:.3} len {} load {}",
            cpu() - start,
            game.len(),
            std::fs::read_to_string("/proc/loadavg").unwrap().trim()
        );
        println!(
            "{}",
            std::fs::read_to_string("/proc/self/status")
                .unwrap()
                .lines()
                .find(|l| l.starts_with("VmHWM"))
                .unwrap()
        );
    }
}
