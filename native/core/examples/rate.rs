//! Prints rates of the heap engine: `cargo run --release --example rate -- 0.6 10000000 1`.
use lastmove_core::heaps::{
    code::Code,
    engine::{Engine, Options},
};
use lastmove_core::monitor::Silent;

fn cpu() -> f64 {
    let mut total = 0.0;
    for task in std::fs::read_dir("/proc/self/task").unwrap() {
        let text = std::fs::read_to_string(task.unwrap().path().join("schedstat")).unwrap();
        total += text.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9;
    }
    total
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let code = if args[1] == "grundy" {
        Code::grundy()
    } else {
        let digits =
            args[1].chars().filter(|c| *c != '.').map(|c| c.to_digit(16).unwrap()).collect();
        Code::new(digits, false).unwrap()
    };
    let count: usize = args[2].parse().unwrap();
    let threads: usize = args[3].parse().unwrap();
    let mut engine = Engine::new(&code, Options { threads, ..Options::default() }).unwrap();
    let start = cpu();
    engine.extend(65536, &mut Silent).unwrap();
    println!(
        "65536 in {:?} rares {} space {:?} max {}",
        cpu() - start,
        engine.rares().len(),
        engine.space(),
        engine.values().max()
    );
    let mut at = 65536;
    while at < count {
        let t = cpu();
        let next = (at * 2).min(count);
        engine.extend(next, &mut Silent).unwrap();
        println!(
            "{next} rate {:.0}/s rares {} last {:?} max {} at {} space {:?}",
            (next - at) as f64 / (cpu() - t),
            engine.rares().len(),
            engine.rares().last(),
            engine.values().max(),
            engine.values().first_max(),
            engine.space()
        );
        at = next;
    }
    println!("total {:?} {:.0}/s", cpu() - start, count as f64 / (cpu() - start));
}
