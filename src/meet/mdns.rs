//! A hub makes itself known on the local network, and boards look for it (DNS-SD, RFC 6763). What is
//! found so is only a hint: the key decides.

use std::{
    io,
    net::{IpAddr, SocketAddr, SocketAddrV6},
    time::Duration,
};

use mdns_sd::{ScopedIp, ServiceDaemon, ServiceEvent, ServiceInfo};
use tokio::time::{Instant, timeout_at};

use super::Fingerprint;

const SERVICE: &str = "_touchmove._tcp.local.";
/// The version of what is announced.
const VERSION: &str = "1";
/// How often it is looked whether a cable was pulled or plugged, s.
const LOOK_EVERY: u32 = 2;
/// Longest name that is announced, bytes: a text of TXT has 255 with its key.
const LONGEST: usize = 200;
/// Addresses of one hub that are tried.
const ADDRESSES: usize = 16;

/// A hub is known on the network for as long as this is kept.
pub(crate) struct Announcement(ServiceDaemon);

impl Announcement {
    /// Makes a hub known on all networks there are and will be.
    ///
    /// # Errors
    ///
    /// When no thread can be started for it.
    pub(crate) fn start(
        fingerprint: &Fingerprint,
        name: &str,
        port: u16,
    ) -> io::Result<Announcement> {
        let id = fingerprint.id();
        let end = name.floor_char_boundary(LONGEST);
        let known = [("v", VERSION), ("id", id), ("name", &name[..end])];
        let host = format!("touchmove-{}.local.", id.to_ascii_lowercase());
        let service =
            ServiceInfo::new(SERVICE, &format!("touchmove-{id}"), &host, "", port, &known[..])
                .map_err(io::Error::other)?
                .enable_addr_auto();
        let daemon = daemon()?;
        daemon.register(service).map_err(io::Error::other)?;
        Ok(Announcement(daemon))
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // It says goodbye to whoever remembers it.
        if let Err(error) = self.0.shutdown() {
            tracing::debug!(%error, "the hub is still announced");
        }
    }
}

/// Looks for the hub of this key for as long as `patience` lasts. Each search begins afresh, so it
/// sees the networks there are now. A link-local address of IPv6 holds only with its interface and
/// comes last.
///
/// # Errors
///
/// When no thread can be started for it.
pub(crate) async fn find(
    fingerprint: &Fingerprint,
    patience: Duration,
) -> io::Result<Option<Vec<SocketAddr>>> {
    let until = Instant::now() + patience;
    let daemon = daemon()?;
    let seen = daemon.browse(SERVICE).map_err(io::Error::other)?;
    let mut found = None;
    while let Ok(Ok(event)) = timeout_at(until, seen.recv_async()).await {
        let ServiceEvent::ServiceResolved(hub) = event else { continue };
        let says = |key| hub.txt_properties.get_property_val_str(key);
        if says("v") != Some(VERSION) || says("id") != Some(fingerprint.id()) {
            continue;
        }
        let addresses = addresses(hub.addresses.iter(), hub.port);
        if !addresses.is_empty() {
            found = Some(addresses);
            break;
        }
    }
    if let Err(error) = daemon.shutdown() {
        tracing::debug!(%error, "a search goes on");
    }
    Ok(found)
}

fn daemon() -> io::Result<ServiceDaemon> {
    let daemon = ServiceDaemon::new().map_err(io::Error::other)?;
    daemon.set_ip_check_interval(LOOK_EVERY).map_err(io::Error::other)?;
    Ok(daemon)
}

/// The best first: what needs no interface before what does.
fn addresses<'a>(found: impl Iterator<Item = &'a ScopedIp>, port: u16) -> Vec<SocketAddr> {
    let mut addresses: Vec<SocketAddr> = found
        .map(|found| match found {
            ScopedIp::V6(v6) if v6.addr().is_unicast_link_local() => {
                SocketAddrV6::new(*v6.addr(), port, 0, v6.scope_id().index).into()
            }
            other => SocketAddr::new(other.to_ip_addr(), port),
        })
        .collect();
    addresses.sort_by_key(|address| {
        let rank = match address.ip() {
            ip if ip.is_loopback() => 3,
            IpAddr::V4(_) => 0,
            IpAddr::V6(ip) if ip.is_unicast_link_local() => 2,
            IpAddr::V6(_) => 1,
        };
        (rank, *address)
    });
    addresses.truncate(ADDRESSES);
    addresses
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn what_can_be_reached_most_easily_comes_first() {
        let found: Vec<ScopedIp> = ["fe80::1", "127.0.0.1", "fd00::1", "169.254.1.2", "10.0.0.3"]
            .map(|ip| ScopedIp::from(ip.parse::<IpAddr>().unwrap()))
            .into();
        let sorted: Vec<String> =
            addresses(found.iter(), 7).into_iter().map(|address| address.to_string()).collect();
        let right = ["10.0.0.3:7", "169.254.1.2:7", "[fd00::1]:7", "[fe80::1]:7", "127.0.0.1:7"];
        assert_eq!(sorted, right);
        let many: Vec<ScopedIp> =
            (0..99).map(|n| IpAddr::from(Ipv4Addr::new(10, 0, 0, n)).into()).collect();
        assert_eq!(addresses(many.iter(), 7).len(), ADDRESSES);
    }
}
