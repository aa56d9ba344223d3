use super::{GameId, Store, Style};
use crate::monitor::{Silent, Ticker};

fn with_store<T>(work: impl FnOnce(&mut Store, &mut Ticker<'_>) -> T) -> T {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    work(&mut Store::new(), &mut ticker)
}

fn read(store: &mut Store, text: &str, ticker: &mut Ticker<'_>) -> GameId {
    store.read(text, ticker).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

#[test]
fn games_born_by_each_day_are_as_many_as_published() {
    with_store(|store, ticker| {
        for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
            assert_eq!(store.born_by(day, ticker).unwrap().len(), count);
        }
    });
}

#[test]
fn printed_values_follow_the_usual_forms() {
    let cases = [
        ("{2|0} + {3|-1}", "{5|3||+-1}"),
        ("{1*|-1*}", "+-(1*)"),
        ("{0|{0|-2}}", "Tiny(2)"),
        ("{2|0||0}", "Miny(2)"),
        ("{0,*|0} + ^", "^2*"),
        ("2Tiny(2)", "{2||2|0}"),
        ("3*2", "3*2"),
        ("-1^", "-1^"),
        ("-(1^)", "-1v"),
        ("3.^", "^3"),
        ("^<2>", "{0|v*}"),
        ("{a|b}", ""),
        ("1/2 - 1/4 - 1/4", "0"),
        ("{|}", "0"),
        ("{0|1}", "1/2"),
        ("{1|1}", "1*"),
        ("+-{1,{2|0}}", "+-{1,{2|0}}"),
        ("{9||||9|||8||7,{8|7}|6}", "{9||||9|||8||7,{8|7}|6}"),
        ("*3 + *5", "*6"),
    ];
    with_store(|store, ticker| {
        for (text, printed) in cases {
            let Ok(g) = store.read(text, ticker) else {
                assert_eq!(printed, "", "{text} was refused");
                continue;
            };
            assert_eq!(store.text(g, Style::Ascii, ticker).unwrap(), printed, "{text}");
        }
    });
}

#[test]
fn negative_of_a_switch_swaps_its_sides() {
    with_store(|store, ticker| {
        let g = read(store, "{2|0}", ticker);
        let negative = store.negative(g, ticker).unwrap();
        assert_eq!(negative, read(store, "{0|-2}", ticker));
        assert_eq!(store.add(g, negative, ticker).unwrap(), GameId::ZERO);
    });
}

#[test]
fn day_three_games_read_back_and_form_a_group() {
    with_store(|store, ticker| {
        let games = store.born_by(3, ticker).unwrap();
        for (at, &g) in games.iter().enumerate() {
            let text = store.text(g, Style::Ascii, ticker).unwrap();
            let length = store.text_length(g, Style::Ascii, ticker).unwrap();
            assert_eq!(length, text.len() as u64);
            assert_eq!(read(store, &text, ticker), g, "{text}");
            let text = store.text(g, Style::Unicode, ticker).unwrap();
            assert_eq!(read(store, &text, ticker), g, "{text}");
            let h = games[(at * 7 + 5) % games.len()];
            let sum = store.add(g, h, ticker).unwrap();
            assert_eq!(store.subtract(sum, h, ticker).unwrap(), g);
        }
    });
}

#[test]
fn the_sum_of_switches_has_a_thermograph_of_small_graphs() {
    with_store(|store, ticker| {
        let mut sum = GameId::ZERO;
        for n in 1..=24 {
            let switch = read(store, &format!("+-{n}"), ticker);
            sum = store.add(sum, switch, ticker).unwrap();
        }
        let thermograph = store.thermograph(sum, ticker).unwrap();
        assert_eq!(thermograph.temperature.to_string(), "24");
        assert_eq!(thermograph.mean.to_string(), "0");
    });
}
