use axum::http::Request as HttpRequest;

use super::*;

fn parts(method: &str, headers: &[(&str, &str)]) -> Parts {
    let mut request = HttpRequest::builder().method(method).uri("/api/round/stop");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(()).unwrap().into_parts().0
}

#[test]
fn what_a_page_of_another_site_sends_is_not_let_in() {
    let host = ("host", "touchmove.local:8080");
    let json = ("content-type", "application/json");
    let own = ("origin", "http://touchmove.local:8080");
    let may = |headers: &[(&str, &str)]| meant(&parts("POST", headers), false).is_ok();
    assert!(may(&[host, own]));
    assert!(may(&[host, own, ("sec-fetch-site", "same-origin")]));
    assert!(may(&[host, ("sec-fetch-site", "none")]));
    assert!(may(&[host, json]), "no browser");
    assert!(!may(&[host]), "a form of an old browser");
    assert!(!may(&[host, ("content-type", "text/plain")]));
    assert!(!may(&[host, json, ("origin", "http://evil.example")]));
    assert!(!may(&[host, json, ("origin", "null")]));
    assert!(!may(&[host, json, ("origin", "http://touchmove.local")]), "another port");
    assert!(!may(&[host, own, ("sec-fetch-site", "cross-site")]));
    assert!(!may(&[host, own, ("sec-fetch-site", "same-site")]));
    assert!(!may(&[own]), "no host");
    assert!(meant(&parts("GET", &[host, ("origin", "http://evil.example")]), false).is_ok());
}

#[test]
fn a_public_name_that_leads_here_opens_no_open_door() {
    let may = |host: &str| meant(&parts("GET", &[("host", host)]), true).is_ok();
    let local =
        ["127.0.0.1:8080", "[::1]:8080", "localhost:8080", "raspberrypi", "board-7.local:1"];
    for host in local {
        assert!(may(host), "{host}");
    }
    for host in ["evil.example:8080", "evil.example", "127.0.0.1.evil.example", ""] {
        assert!(!may(host), "{host}");
    }
}

#[test]
fn the_cookie_is_found_among_others() {
    let parts = parts("GET", &[("cookie", "a=b; touchmove=77;c"), ("cookie", "touchmoves=1")]);
    assert_eq!(cookie(&parts.headers), Some("77"));
    assert_eq!(cookie(&HeaderMap::new()), None);
}
