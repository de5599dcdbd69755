use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::scene::{Hall, Request, until};

/// Everybody, in the order of the columns below.
const ROLES: [&str; 5] = ["chief", "arbiter of 7", "arbiter of 8", "technician", "public"];

/// What each is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Let {
    /// It is done, or not for a reason that has nothing to do with who asks.
    In,
    /// Not for him.
    Out,
    /// He must sign in.
    Asked,
}
use Let::{Asked, In, Out};

const ALL: [Let; 5] = [In; 5];
const STAFF: [Let; 5] = [In, In, In, In, Asked];
const TABLE: [Let; 5] = [In, In, Out, Out, Asked];
const ARBITERS: [Let; 5] = [In, In, In, Out, Asked];
const CHIEF: [Let; 5] = [In, Out, Out, Out, Asked];

/// Every path of the API: who may, and what is asked of it.
fn table() -> Vec<(&'static str, &'static str, [Let; 5], &'static str)> {
    vec![
        ("GET", "/api/session", ALL, ""),
        ("POST", "/api/session", ALL, r#"{"name":"?","password":"?"}"#),
        ("POST", "/api/setup", ALL, r#"{"code":"?","name":"?","password":"12345678"}"#),
        ("GET", "/api/boards/{board}/clock", ALL, ""),
        ("GET", "/api/hall", STAFF, ""),
        ("GET", "/api/alerts", STAFF, ""),
        ("GET", "/api/stream", STAFF, ""),
        ("GET", "/api/boards/{board}", STAFF, ""),
        ("GET", "/api/boards/{board}/pgn", STAFF, ""),
        ("POST", "/api/boards/{board}/command", TABLE, r#"{"do":"note","text":"here"}"#),
        ("GET", "/api/decisions", CHIEF, ""),
        ("GET", "/api/members", STAFF, ""),
        ("PUT", "/api/members/{code}", STAFF, r#"{"table":"9"}"#),
        ("DELETE", "/api/members/{code}", STAFF, ""),
        ("GET", "/api/round", STAFF, ""),
        (
            "PUT",
            "/api/round",
            CHIEF,
            r#"{"tables":[{"table":"7","white":{"name":"A"},"black":{"name":"B"}}]}"#,
        ),
        ("POST", "/api/round/import", CHIEF, "Table,White,Black\n7,A,B\n"),
        ("POST", "/api/round/start", CHIEF, ""),
        ("POST", "/api/round/stop", ARBITERS, ""),
        ("POST", "/api/round/resume", CHIEF, ""),
        ("GET", "/api/rounds", STAFF, ""),
        ("GET", "/api/round.pgn", STAFF, ""),
        ("GET", "/api/rounds/{n}/pgn", STAFF, ""),
        // Last, for then nobody is signed in any more.
        ("DELETE", "/api/session", ALL, ""),
    ]
}

#[test]
fn every_path_lets_in_whom_it_must_and_nobody_else() {
    let hall = Hall::start();
    let chief = hall.set_up();
    let cookies = [
        Some(chief.clone()),
        Some(hall.add("Anna", "arbiter", Some("1-7"))),
        Some(hall.add("Boris", "arbiter", Some("8"))),
        Some(hall.add("Vera", "technician", None)),
        None,
    ];
    // The one that reads the record is not signed out meanwhile.
    let reader = hall.sign_in("Chief").cookie.unwrap();
    let table = table();

    let document = hall.get("/api/openapi.json", &chief);
    let paths = document["paths"].as_object().unwrap();
    let told: Vec<(String, &String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path))
        })
        .collect();
    let tried: BTreeMap<(String, &str), ()> =
        table.iter().map(|(method, path, ..)| ((method.to_string(), *path), ())).collect();
    for (method, path) in &told {
        let key = (method.clone(), path.as_str());
        assert!(tried.contains_key(&key), "{method} {path} is not in this test's table");
    }
    assert_eq!(told.len(), table.len(), "the table has what the document has not");

    for (method, path, may, body) in table {
        let path = path.replace("{board}", "7").replace("{code}", "AAAAAA").replace("{n}", "1");
        let session = path == "/api/session" || path == "/api/setup";
        for ((cookie, role), may) in cookies.iter().zip(ROLES).zip(may) {
            let kind = if path.ends_with("import") { "text/csv" } else { "application/json" };
            let request = Request { method, path: &path, kind, body: body.into() };
            let before = hall.get("/api/decisions", &reader);
            let answer = hall.ask(&request, cookie.as_deref());
            let after = hall.get("/api/decisions", &reader);
            let what = format!("{method} {path} by {role}: {answer:?}");
            let expected: &[u16] = match may {
                Asked => &[401],
                Out => &[403],
                In if method == "POST" && session => &[400, 401],
                // No board has come over the network.
                In if path.contains("/members/") => &[404],
                In => &[200, 204],
            };
            assert!(expected.contains(&answer.status), "{what}");
            let decides = may == In && method != "GET" && !session;
            let many = |record: &Value| record.as_array().unwrap().len();
            assert_eq!(many(&after), many(&before) + usize::from(decides), "{what}: recorded");
            if decides {
                let name = ["Chief", "Anna", "Boris", "Vera"]
                    [ROLES.iter().position(|r| *r == role).unwrap()];
                assert_eq!(after[0]["user"], name, "{what}");
                assert_eq!(after[0]["address"], "127.0.0.1", "{what}");
                assert!(after[0]["answer"].is_string(), "{what}");
            }
        }
    }
    for cookie in cookies.iter().flatten() {
        let answer = hall.json("GET", "/api/hall", &json!(null), Some(cookie));
        assert_eq!(answer.status, 401, "signed out");
    }
}

#[test]
fn who_is_disabled_is_out_at_once_and_comes_back_when_enabled() {
    let hall = Hall::start();
    let _chief = hall.set_up();
    let anna = hall.add("Anna", "arbiter", None);
    let status = |cookie: &str| hall.json("GET", "/api/hall", &json!(null), Some(cookie)).status;
    assert_eq!(status(&anna), 200);
    assert!(hall.user(&["disable", "anna"]).0);
    assert_eq!(status(&anna), 401);
    assert_eq!(hall.sign_in("Anna").status, 401);
    let (_, list) = hall.user(&["list"]);
    assert_eq!(list, "Anna: arbiter, disabled\nChief: chief\n");
    assert!(hall.user(&["enable", "Anna"]).0);
    let again = until("she may sign in", || hall.sign_in("Anna").cookie);
    assert_eq!((status(&anna), status(&again)), (401, 200));
    assert!(!hall.user(&["disable", "Nobody"]).0);
    assert!(!hall.user(&["add", "Anna", "--role", "chief"]).0, "the name is taken");
    assert!(!hall.user(&["code"]).0, "there is a chief");
}

#[test]
fn another_sites_page_decides_nothing_even_with_the_cookie() {
    let hall = Hall::start();
    let chief = hall.set_up();
    let body = "{}".to_string();
    let form = Request { method: "POST", path: "/api/round/stop", kind: "text/plain", body };
    assert_eq!(hall.ask(&form, Some(&chief)).status, 403);
    assert_eq!(hall.get("/api/decisions", &chief), json!([]));
}
