use serde_json::json;

use crate::scene::Hall;

#[test]
fn of_two_arbiters_the_first_counts_and_the_other_sees_who_it_was() {
    let hall = Hall::start();
    let chief = hall.set_up();
    let anna = hall.add("Anna", "arbiter", None);
    let boris = hall.add("Boris", "arbiter", None);
    let order = |order: serde_json::Value, cookie: &str| {
        hall.json("POST", "/api/boards/7/command", &order, Some(cookie))
    };
    // A name in the order is not believed.
    let first = order(json!({"do": "start", "by": "Boris"}), &anna);
    assert_eq!(first.status, 200, "{first:?}");
    let second = order(json!({"do": "start"}), &boris);
    assert_eq!(second.status, 409, "{second:?}");
    assert_eq!(second.body["decided_by"]["user"], "Anna", "{second:?}");
    let record = hall.get("/api/decisions", &chief);
    assert_eq!(record[1]["user"], "Anna");
    assert_eq!(record[1]["decision"]["by"], "Anna");
    assert_eq!(record[1]["answer"], "done");
    assert_eq!(second.body["decided_by"]["at_ms"], record[1]["at_ms"]);
    assert_eq!(record[0]["user"], "Boris");
    assert!(record[0]["answer"].as_str().unwrap().starts_with("refused: "), "{record}");
}
