use serde_json::json;

use super::*;

/// Events as the contract writes them; `seq` and `t` are put in.
fn said(events: &[Value]) -> Vec<Said> {
    let number = |(n, event): (usize, &Value)| {
        let mut event = event.clone();
        event["seq"] = (n + 1).into();
        event["t"] = (n * 100).into();
        serde_json::from_value(event).unwrap()
    };
    events.iter().enumerate().map(number).collect()
}

fn made(ply: u32, san: &str) -> Value {
    json!({"event":"move_made","ply":ply,"uci":"e2e4","san":san,"fen":format!("after {san}"),"sure":true})
}

fn alert(id: u32, rev: u32, kind: &str, severity: &str) -> Value {
    json!({"event":"alert","id":id,"rev":rev,"ply":1,"kind":kind,"severity":severity,"for":"arbiter",
        "side":"white","squares":["e2","e4"],"article":"4.3.1","penalty":null,"rules":"fide-2023"})
}

fn misses(expect: Value, events: &[Value]) -> Vec<String> {
    let Value::Object(expect) = expect else { panic!("an object") };
    let mut wanted = Expectations::default();
    wanted.add(expect).unwrap();
    let misses = wanted.check(&Header::default(), &said(events));
    misses.iter().map(ToString::to_string).collect()
}

#[test]
fn what_comes_is_no_miss() {
    let events = [
        made(1, "e4"),
        alert(1, 1, "two_hands", "attention"),
        json!({"event":"game_over","result":"1-0","reason":"resignation","article":"5.1.2"}),
    ];
    let expect = json!({
        "moves":["e4"], "result":"1-0", "fen":"after e4", "exact":true,
        "alerts":[{"kind":"two_hands","squares":["e4","e2"],"penalty":null}],
        "events":[{"event":"move_made"},{"event":"game_over","article":"5.1.2"}],
        "never":[{"event":"refused"},{"event":"alert","severity":"decision"}],
    });
    assert_eq!(misses(expect, &events), [""; 0]);
}

#[test]
fn moves_miss_at_the_first_difference() {
    let events = [made(1, "e4"), made(2, "e5")];
    assert_eq!(
        misses(json!({"moves":["e4","c5","Nf3"]}), &events),
        ["moves, ply 2 of 3: wanted c5 Nf3, came e5"]
    );
    assert_eq!(
        misses(json!({"moves":["e4"]}), &events),
        ["moves, ply 2 of 1: wanted the end, came e5"]
    );
    assert_eq!(misses(json!({"moves":[]}), &[]), [""; 0]);
}

#[test]
fn result_and_position() {
    let expect = json!({"result":"0-1","fen":"8/8/8/8/8/8/8/8 w - - 0 1"});
    let misses = misses(expect, &[made(1, "e4")]);
    assert_eq!(
        misses,
        ["result: wanted 0-1, came *", "fen: wanted 8/8/8/8/8/8/8/8 w - - 0 1, came after e4"]
    );
}

#[test]
fn each_alert_is_met_by_its_own_and_in_order() {
    let one = [alert(1, 1, "two_hands", "attention")];
    let twice = json!({"alerts":[{"kind":"two_hands"},{"kind":"two_hands"}]});
    assert_eq!(misses(twice.clone(), &one).len(), 1);
    // Another revision is the same alert.
    let revised = [alert(1, 1, "two_hands", "info"), alert(1, 2, "two_hands", "attention")];
    assert_eq!(misses(twice.clone(), &revised).len(), 1);
    let two = [alert(1, 1, "two_hands", "info"), alert(2, 1, "two_hands", "info")];
    assert_eq!(misses(twice, &two), [""; 0]);
    let order = [alert(1, 1, "displaced", "attention"), alert(2, 1, "two_hands", "attention")];
    let reversed = json!({"alerts":[{"kind":"two_hands"},{"kind":"displaced"}]});
    assert_eq!(misses(reversed, &with_lists(order)).len(), 1);
}

fn with_lists(mut events: [Value; 2]) -> [Value; 2] {
    events[0]["missing"] = json!(["a2"]);
    events[0]["extra"] = json!([]);
    events
}

#[test]
fn any_revision_may_meet_the_wish_and_the_last_one_is_weighed() {
    let events = [alert(1, 1, "two_hands", "attention"), alert(1, 2, "two_hands", "info")];
    assert_eq!(misses(json!({"alerts":[{"severity":"attention"}]}), &events), [""; 0]);
    assert_eq!(misses(json!({"alerts":[{"severity":"info"}]}), &events), [""; 0]);
    assert_eq!(misses(json!({"alerts":[],"exact":true}), &events), [""; 0]);
}

#[test]
fn exact_forbids_severe_alerts_beyond_the_list() {
    let events = [alert(1, 1, "two_hands", "info"), alert(2, 1, "two_hands", "attention")];
    // The wish is met by the severe one, so that nothing severe is left over.
    assert_eq!(misses(json!({"alerts":[{"kind":"two_hands"}],"exact":true}), &events), [""; 0]);
    assert_eq!(
        misses(json!({"exact":true}), &events),
        ["exact: wanted no further alert, came two_hands attention white squares e2 e4 at 100 ms"]
    );
    assert_eq!(misses(json!({"exact":false}), &events), [""; 0]);
}

#[test]
fn as_many_wishes_as_possible_are_met_before_others_are_missed() {
    let events = [alert(1, 1, "two_hands", "info"), alert(2, 1, "late", "info")];
    let expect = json!({"alerts":[{"kind":"flag_fall"},{"kind":"two_hands"},{"kind":"late"}]});
    let misses = misses(expect, &events);
    assert_eq!(misses.len(), 1, "{misses:?}");
    assert!(misses[0].starts_with("alerts[0]: wanted {\"kind\":\"flag_fall\"}"), "{misses:?}");
}

#[test]
fn a_miss_shows_what_came_through_the_wanted_fields() {
    let events = [alert(1, 1, "two_hands", "info")];
    assert_eq!(
        misses(json!({"alerts":[{"kind":"two_hands","severity":"decision"}]}), &events),
        [concat!(
            "alerts[0]: wanted {\"kind\":\"two_hands\",\"severity\":\"decision\"}, ",
            "came {\"kind\":\"two_hands\",\"severity\":\"info\"}"
        )]
    );
}

#[test]
fn events_come_in_order() {
    let events = [made(1, "e4"), json!({"event":"started"}), made(2, "e5")];
    let fine = json!({"events":[{"event":"started"},{"event":"move_made","ply":2}]});
    assert_eq!(misses(fine, &events), [""; 0]);
    let early = json!({"events":[{"event":"started"},{"event":"move_made","ply":1}]});
    let misses = misses(early, &events);
    assert_eq!(misses.len(), 1);
    assert!(misses[0].contains("too early"), "{misses:?}");
}

#[test]
fn never_means_never() {
    assert_eq!(
        misses(json!({"never":[{"event":"started"}]}), &[json!({"event":"started"})]),
        ["never[0]: wanted no {\"event\":\"started\"}, came started at 0 ms"]
    );
}

#[test]
fn steps_have_an_order_squares_have_none() {
    assert!(holds(&json!(["e4", "e2"]), &json!(["e2", "e4"])));
    assert!(!holds(&json!(["e4"]), &json!(["e2", "e4"])));
    assert!(holds(&json!([{"reinstate":{}}]), &json!([{"reinstate":{"ply":4}}])));
    assert!(!holds(&json!([{"draw":{}},{"pause":{}}]), &json!([{"pause":{}},{"draw":{}}])));
    assert!(!holds(&json!([]), &json!([{"draw":{}}])));
}

#[test]
fn a_mistyped_expectation_is_an_error() {
    let mut wanted = Expectations::default();
    let Value::Object(typo) = json!({"alert":[]}) else { unreachable!() };
    assert!(wanted.add(typo).unwrap_err().contains("alert"));
    let Value::Object(wrong) = json!({"result":"2-0"}) else { unreachable!() };
    assert!(wanted.add(wrong).is_err());
}

#[test]
fn several_lines_add_up() {
    let mut wanted = Expectations::default();
    for line in [json!({"moves":["e4"],"alerts":[{"kind":"late"}]}), json!({"exact":true})] {
        let Value::Object(line) = line else { unreachable!() };
        wanted.add(line).unwrap();
    }
    assert_eq!(wanted.check(&Header::default(), &said(&[made(1, "e4")])).len(), 1);
    let Value::Object(other) = json!({"moves":["d4"]}) else { unreachable!() };
    assert_eq!(wanted.add(other), Err("moves is expected twice".into()));
}
