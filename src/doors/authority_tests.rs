use super::*;

fn kept(made: &(Authority, Leaf)) -> (Option<String>, Option<String>) {
    (serde_json::to_string(&made.0).ok(), serde_json::to_string(&made.1).ok())
}

fn of(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

#[test]
fn a_certificate_is_renewed_in_time_and_the_authority_stays() {
    let start: Timestamp = "2026-12-01T10:00:00Z".parse().unwrap();
    let at = |n: i64| start + days(n);
    let names = || of(&["hall.local", "192.168.1.5"]);
    let first = renewed("Зал", (None, None), names(), start).unwrap();
    for (what, names, now, authority_stays, leaf_stays) in [
        ("nothing changed", names(), at(0), true, true),
        ("a year on", names(), at(366), true, true),
        ("30 days are left", names(), at(CERTIFICATE - LITTLE), true, false),
        ("another address", of(&["hall.local", "10.0.0.7"]), at(1), true, false),
        ("the clock was ahead", names(), at(-3), true, false),
        ("the authority is old", names(), at(AUTHORITY - LITTLE), false, false),
    ] {
        let next = renewed("Зал", kept(&first), names, now).unwrap();
        assert_eq!(next.0 == first.0, authority_stays, "{what}");
        assert_eq!(next.1 == first.1, leaf_stays, "{what}");
    }
}

#[test]
fn a_secret_that_cannot_be_read_is_named() {
    let error = renewed("Hall", (Some("{".into()), None), of(&["hall"]), Timestamp::now());
    assert!(error.unwrap_err().to_string().contains(AUTHORITY_SECRET));
}

#[test]
fn a_machine_is_called_by_host_and_addresses_in_a_lasting_order() {
    let ip = |text: &str| text.parse::<IpAddr>().unwrap();
    let some = [ip("10.0.0.7"), ip("127.0.0.1"), ip("fe80::1"), ip("fd00::1")];
    let one = names("Pi-3", some.into_iter());
    let other = names("pi-3", some.into_iter().rev());
    assert_eq!(one, other);
    let all = "localhost 127.0.0.1 ::1 touchmove.local pi-3.local pi-3 10.0.0.7 fd00::1";
    assert_eq!(one.join(" "), all);
    assert!(!names("зал", some.into_iter()).iter().any(|name| name.contains('з')));
    let many = (0..1000u32).map(|n| IpAddr::from(n.to_be_bytes()));
    assert_eq!(names("pi", many).len(), NAMES);
    let ours = machine_names();
    assert!(ours.len() > 4, "it has a name: {ours:?}");
    assert!(CertificateParams::new(ours).is_ok());
}
