//! Where the arbiters' page of a hub is, and how tablets come to trust it.

use std::{
    io::{self, Write},
    net::IpAddr,
};

use crate::{
    config::{Spoken, Web},
    doors::machine_names,
    meet::terminal,
    words::Words,
};

pub(super) fn tell(out: &mut impl Write, words: &Words, web: &Web) -> io::Result<()> {
    let bases = bases(web, &machine_names());
    writeln!(out, "{}\n", words.tell("setup-page", []))?;
    bases.iter().try_for_each(|base| writeln!(out, "{base}/"))?;
    writeln!(out)?;
    if web.port == 0 {
        return writeln!(out, "{}\n", words.tell("setup-page-any", []));
    }
    if web.bind.to_canonical().is_loopback() {
        return writeln!(out, "{}\n", words.tell("setup-page-here", []));
    }
    // The first is an address: a tablet need not know names.
    let Some(base) = bases.first() else { return Ok(()) };
    writeln!(out, "{}", terminal(&format!("{base}/"))?)?;
    if web.spoken(web.bind) == Spoken::Own {
        let authority = format!("{base}/ca.crt");
        let heading = words.tell("setup-authority", []);
        writeln!(out, "{heading}\n\n{authority}\n\n{}", terminal(&authority)?)?;
        for steps in ["setup-android", "setup-ipad", "setup-windows"] {
            writeln!(out, "{}\n", words.tell(steps, []))?;
        }
    }
    Ok(())
}

/// How the page's addresses begin at a machine that is called so; those by number first.
fn bases(web: &Web, names: &[String]) -> Vec<String> {
    let bind = web.bind.to_canonical();
    let port = web.port;
    let scheme = web.spoken(web.bind).scheme();
    let written = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => format!("{scheme}://{ip}:{port}"),
        IpAddr::V6(ip) => format!("{scheme}://[{ip}]:{port}"),
    };
    if !bind.is_unspecified() {
        return vec![written(bind)];
    }
    let (mut numbers, mut called) = (Vec::new(), Vec::new());
    for name in names {
        match name.parse::<IpAddr>() {
            Ok(ip) => {
                let heard = bind.is_ipv6() || ip.is_ipv4();
                numbers.extend(Some(ip).filter(|ip| heard && !ip.is_loopback()).map(written));
            }
            Err(_) => {
                called.extend(is_called(name, names).then(|| format!("{scheme}://{name}:{port}")))
            }
        }
    }
    numbers.append(&mut called);
    numbers
}

/// Whether others can call the machine so. The certificate is for more names: for what it may be
/// called one day.
fn is_called(name: &str, names: &[String]) -> bool {
    let host = name.strip_suffix(".local").unwrap_or(name);
    host != "localhost" && names.iter().any(|name| name == host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::HubConfig;

    fn bases_of(web: &str) -> Vec<String> {
        let names = [
            "localhost",
            "127.0.0.1",
            "::1",
            "touchmove.local",
            "pi.local",
            "pi",
            "10.0.0.7",
            "fd00::7",
        ];
        let config = HubConfig::parse(&format!("[web]\n{web}\n")).unwrap();
        bases(&config.web, &names.map(String::from))
    }

    #[test]
    fn a_page_is_where_it_is_configured() {
        assert_eq!(bases_of(""), ["http://127.0.0.1:8080"]);
        assert_eq!(bases_of("bind = \"::1\"\nport = 81"), ["http://[::1]:81"]);
        assert_eq!(bases_of("bind = \"10.0.0.7\""), ["https://10.0.0.7:8080"]);
        assert_eq!(
            bases_of("bind = \"0.0.0.0\"\nplain_http = true"),
            ["http://10.0.0.7:8080", "http://pi.local:8080", "http://pi:8080"]
        );
        assert_eq!(
            bases_of("bind = \"::\"\nport = 443\ncertificate = \"a\"\nkey = \"b\""),
            [
                "https://10.0.0.7:443",
                "https://[fd00::7]:443",
                "https://pi.local:443",
                "https://pi:443"
            ]
        );
    }
}
