use super::*;
use crate::sensor::SensorKind;

const EXAMPLE: &str = include_str!("../../config/board.toml");

#[test]
fn the_example_has_the_defaults() {
    assert_eq!(Config::parse(EXAMPLE), Ok(Config::default()));
    assert_eq!(Config::parse(""), Ok(Config::default()));
}

#[test]
fn every_key_of_the_example_can_be_used() {
    let all: String = EXAMPLE
        .lines()
        .map(|line| {
            let key = line
                .strip_prefix('#')
                .filter(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '['));
            let of_a_trace = ["file = ", "socket = ", "url = "]
                .iter()
                .any(|k| line.starts_with(&format!("#{k}")));
            format!("{}\n", key.filter(|_| !of_a_trace).unwrap_or(line))
        })
        .collect();
    Config::parse(&all).unwrap();
    let trace = all.replace("kind = \"simulated\"", "kind = \"trace\"").replace("#file", "file");
    assert_eq!(Config::parse(&trace).unwrap().sensor.kind, SensorKind::Trace);
    let socket = all.replace("#socket", "socket");
    assert!(Config::parse(&socket).unwrap().sensor.socket.is_some());
}

/// A key that is added without a word about it fails here.
#[test]
fn the_example_names_every_key() {
    // serde names all keys of a table when one is unknown.
    for (table, keys) in [
        ("", "board sensor clock game hall web hub public"),
        ("board", "name state"),
        (
            "sensor",
            "kind sees rate_hz socket file speed at_end backend wiring chain expanders matrix lines \
             serial faulty",
        ),
        ("sensor.wiring", "squares rotate inverted"),
        ("sensor.chain", "spi speed_hz latch sentinel"),
        ("sensor.expanders", "chip i2c spi speed_hz addresses reset"),
        ("sensor.matrix", "on rows columns i2c spi speed_hz address reset settle_us rest_us"),
        ("sensor.lines", "lines"),
        ("sensor.serial", "port baud"),
        ("sensor.faulty", "of script"),
        ("clock", "kind white_at contacts"),
        ("clock.contacts", "wired left right stop active debounce_ms"),
        ("hall", "name"),
        ("hub", "join url"),
        ("web", "bind port streams certificate key plain_http open"),
        ("public", "bind port delay_s streams"),
        (
            "game",
            "rules play supervision time_control fen white black event site date round tags parameters",
        ),
    ] {
        let text = match table {
            "" => "no_key_at_all = 1".to_string(),
            table => format!("[{table}]\nno_key_at_all = 1"),
        };
        let error = toml::from_str::<Config>(&text).unwrap_err();
        let named: Vec<&str> = error.message().split('`').skip(3).step_by(2).collect();
        assert_eq!(named.join(" "), keys, "[{table}]");
        for key in named {
            let documented = EXAMPLE.lines().any(|line| {
                let line = line.trim_start_matches('#');
                line.starts_with(&format!("{key} = "))
                    || line == format!("[{key}]")
                    || line == format!("[{table}.{key}]")
            });
            assert!(documented, "{table}.{key} is not in config/board.toml");
        }
    }
}

#[test]
fn errors_say_where_what_and_what_would_be_right() {
    for (text, said) in [
        ("[web]\nport = 80\nprot = 8\n", "3: web.prot: no such key `prot`; did you mean `port`?"),
        ("[wbe]\nport = 80\n", "1: wbe: no such key `wbe`; did you mean `web`?"),
        (
            "[web]\n\n# the door\nxyzzy = 1\n",
            "4: web.xyzzy: no such key `xyzzy`; there are `bind`, `port`, `streams`, \
             `certificate`, `key`, `plain_http`, `open`",
        ),
        (
            "[web]\ncertificate = \"hall.crt\"\n",
            "web.key: must be named, too: the key of web.certificate",
        ),
        ("[web]\nkey = \"hall.key\"\n", "web.certificate: must be named, too: that of web.key"),
        (
            "[web]\ncertificate = \"a\"\nkey = \"b\"\nplain_http = true\n",
            "4: web.plain_http: cannot be with a certificate: it is one or the other",
        ),
        ("[hub]\n", "1: hub: needs join or url"),
        ("[hub]\njoin = \"touchmove://x\"\n", "2: hub.join: there is no `@` after the token"),
        ("[public]\nstreams = 0\n", "2: public.streams: must be at least 1"),
        ("[web]\nport = \"a\"\n", "2: web.port: invalid type: string \"a\", expected u16"),
        ("[web]\nport = 99999\n", "2: web.port: invalid value: integer `99999`, expected u16"),
        ("[web]\nbind = \"hall\"\n", "2: web.bind: invalid IP address syntax"),
        (
            "[sensor]\nkind = \"simualted\"\n",
            "2: sensor.kind: no such value `simualted`; did you mean `simulated`?",
        ),
        ("[sensor]\nrate_hz = 0\n", "2: sensor.rate_hz: must be 1 to 1000 times a second"),
        ("[sensor]\nkind = \"trace\"\n", "sensor.file: is needed for kind = \"trace\""),
        ("[sensor]\nfile = \"a\"\n", "2: sensor.file: is for kind = \"trace\" only"),
        (
            "[sensor]\nkind = \"lines\"\n[sensor.lines]\nlines = [\"GPIO4\"]\n",
            "4: sensor.lines.lines: has 1 lines, not 64",
        ),
        (
            "[sensor.wiring]\nsquares = [\"a1\"]\n",
            "2: sensor.wiring.squares: has 1 squares, not 64",
        ),
        ("[sensor.wiring]\nrotate = 45\n", "2: sensor.wiring.rotate: must be 0, 90, 180 or 270"),
        (
            "[sensor.chain]\nlatch = \"\"\n",
            "2: sensor.chain.latch: a line is its name (\"GPIO25\") or its chip's label and its \
             place there (\"pinctrl-bcm2711:25\")",
        ),
        (
            "[sensor]\nkind = \"chain\"\n[sensor.chain]\nspeed_hz = 1\n",
            "4: sensor.chain.speed_hz: 1 is not from 10000 to 10000000 Hz",
        ),
        (
            "[sensor]\nkind = \"chain\"\nsees = \"polarity\"\n",
            "3: sensor.sees: such a board sees that a piece stands there, not whose it is",
        ),
        (
            "[sensor]\nkind = \"expanders\"\n[sensor.expanders]\naddresses = [32, 33, 34, 35]\n",
            "4: sensor.expanders.addresses: 4 chips of 14 inputs have fewer than 64 (GPA7 and GPB7 \
             of an MCP23017 are none)",
        ),
        (
            "[sensor]\nkind = \"expanders\"\n[sensor.expanders]\naddresses = [32, 33, 34, 35, 40]\n",
            "4: sensor.expanders.addresses: 0x28 is no address of such a chip (0x20 to 0x27)",
        ),
        (
            "[sensor]\nkind = \"matrix\"\n[sensor.matrix]\nsettle_us = 2000\n",
            "4: sensor.matrix.settle_us: 2000 is not a number from 0 to 1000 µs",
        ),
        (
            "[sensor]\nkind = \"chain\"\n[clock.contacts]\nleft = \"GPIO25\"\nright = \"GPIO24\"\n",
            "4: clock.contacts.left: GPIO25 is taken by sensor.chain.latch already",
        ),
        ("[clock.contacts]\nleft = \"GPIO5\"\n", "1: clock.contacts: missing field `right`"),
        (
            "[clock.contacts]\nleft = \"GPIO5\"\nright = \"GPIO6\"\ndebounce_ms = 500\n",
            "4: clock.contacts.debounce_ms: must be 0 to 80 ms",
        ),
        ("[web]\nport = 1\nport = 2\n", "3: duplicate key `port`"),
        ("[web]\nport = = 1\n", "2: extra `=`, expected nothing"),
        (
            "[game.parameters]\nbrush = 3\n",
            "2: game.parameters.brush: there is no such parameter; did you mean \"brush_ms\"?",
        ),
        (
            "[game.parameters]\nsettle_open_ms = -1\n",
            "2: game.parameters.settle_open_ms: -1 is not a whole number from 0 to 10000",
        ),
        ("[board]\nname = \" \"\n", "2: board.name: must not be empty"),
        (
            "[game]\nrules = \"ru-2009\"\nplay = \"blitz\"\n",
            "3: game.play: ru-2009 has no rules for blitz; there are some in fide-2023, ru-2018",
        ),
        (
            "[game]\nplay = \"rapid\"\nrules = \"fide-2005\"\n",
            "2: game.play: fide-2005 has no rules for rapid; there are some in fide-2023, ru-2018",
        ),
        (
            "[game]\n\ntime_control = \"180+2\"\n",
            "3: game.time_control: \"180+2\" is 5 min for 60 moves, and so blitz (up to 10 min), \
             not standard (60 min or more); play = \"blitz\" would fit",
        ),
        (
            "[game]\nsupervision = \"limited\"\n",
            "2: game.supervision: \"limited\" is for rapid and blitz only",
        ),
        (
            "[game]\nrules = \"/no/such/open.toml\"\n",
            "2: game.rules: /no/such/open.toml: No such file or directory (os error 2)",
        ),
    ] {
        let wrong = Config::parse(text).unwrap_err();
        let lines: Vec<String> = wrong.iter().map(Wrong::to_string).collect();
        assert_eq!(lines, [said], "of {text:?}");
    }
}

/// A folder with the event's own file, and the line that names it.
fn event(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.toml");
    std::fs::write(&file, text).unwrap();
    (folder, format!("[game]\nrules = \"{}\"\n", file.display()))
}

#[test]
fn an_events_own_file_ends_in_the_header() {
    let (_folder, rules) = event(
        "edition = \"ru-2018\"\n[parameters]\nagreement_moves = 30\nbrush_ms = 200\n\
         [[when]]\nplay = [\"blitz\"]\n[when.parameters]\nillegal_move_ms = 30_000\n",
    );
    let of_board = "[game.parameters]\nbrush_ms = 180\n";
    for (play, parameters) in [
        ("standard", r#"{"agreement_moves":30,"brush_ms":180}"#),
        ("blitz", r#"{"agreement_moves":30,"brush_ms":180,"illegal_move_ms":30000}"#),
    ] {
        let text = format!("{rules}play = \"{play}\"\n{of_board}");
        let config = Config::parse(&text).unwrap();
        let header = config.header();
        assert_eq!(header.rules, "ru-2018");
        assert_eq!(serde_json::to_string(&header.parameters).unwrap(), parameters, "{play}");
        // What a journal keeps is all that its replay needs.
        let kept: Header = serde_json::from_str(&serde_json::to_string(&header).unwrap()).unwrap();
        Table::new(&kept).unwrap();
        assert!(config.game.regulations.is_some());
    }
}

#[test]
fn an_events_own_file_is_refused_where_a_journal_could_not_carry_it() {
    let whole = include_str!("../../core/editions/ru-2018.toml");
    for (text, said) in [
        (whole, "open.toml is a whole edition, which no journal can carry; name the edition"),
        (
            "edition = \"ru-2018\"\n[articles]\nflag_fall = \"6.10\"\n",
            "open.toml: articles: an event regulates parameters alone",
        ),
        (
            "edition = \"ru-2018\"\n[parameters]\nbrush = 2\n",
            "open.toml: parameters: brush: there is no such parameter; did you mean \"brush_ms\"?",
        ),
    ] {
        let (_folder, rules) = event(text);
        let wrong = Config::parse(&rules).unwrap_err();
        let [wrong] = wrong.as_slice() else { panic!("{wrong:?}") };
        assert_eq!((wrong.line, wrong.key.as_deref()), (Some(2), Some("game.rules")));
        assert!(wrong.reason.contains(said), "{}", wrong.reason);
    }
}

/// The same of a hub.
mod of_a_hub {
    use super::super::{HubConfig, Wrong};

    const EXAMPLE: &str = include_str!("../../config/hub.toml");

    #[test]
    fn the_example_has_the_defaults_and_every_key_can_be_used() {
        assert_eq!(HubConfig::parse(EXAMPLE), Ok(HubConfig::default()));
        let is_key = |rest: &&str| rest.starts_with(|c: char| c.is_alphabetic() || c == '[');
        let all: Vec<&str> = EXAMPLE
            .lines()
            .map(|line| line.strip_prefix('#').filter(is_key).unwrap_or(line))
            .collect();
        let all = HubConfig::parse(&all.join("\n")).unwrap();
        assert!(all.public.is_some() && all.nats.url.is_some() && all.export.to.is_some());
    }

    #[test]
    fn the_example_names_every_key() {
        for (table, keys) in [
            ("", "hub web public nats export"),
            ("hub", "name state"),
            ("nats", "url bind port"),
            ("web", "bind port streams certificate key plain_http open"),
            ("public", "bind port delay_s streams"),
            ("export", "to every_s"),
        ] {
            let text = match table {
                "" => "no_key_at_all = 1".to_string(),
                table => format!("[{table}]\nno_key_at_all = 1"),
            };
            let error = toml::from_str::<HubConfig>(&text).unwrap_err();
            let named: Vec<&str> = error.message().split('`').skip(3).step_by(2).collect();
            assert_eq!(named.join(" "), keys, "[{table}]");
            for key in named {
                let line = |line: &str| {
                    let line = line.trim_start_matches('#');
                    line.starts_with(&format!("{key} = ")) || line == format!("[{key}]")
                };
                assert!(EXAMPLE.lines().any(line), "{table}.{key} is not in config/hub.toml");
            }
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, said) in [
            ("[hub]\nnmae = \"x\"\n", "2: hub.nmae: no such key `nmae`; did you mean `name`?"),
            ("[hub]\nname = \" \"\n", "2: hub.name: must not be empty"),
            ("[export]\nevery_s = 1\n", "2: export.every_s: must be at least 10"),
            ("[web]\nstreams = 0\n", "2: web.streams: must be at least 1"),
        ] {
            let wrong = HubConfig::parse(text).unwrap_err();
            assert_eq!(wrong.iter().map(Wrong::to_string).collect::<Vec<_>>(), [said]);
        }
    }
}
