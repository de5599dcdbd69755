//! The hall's own authority: whoever trusts it once knows the hall by every name and address.

use std::{io, net::IpAddr, sync::Arc};

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::Certificate;
use crate::hub::Hub;

/// How long the authority is trusted, days: five years.
const AUTHORITY: i64 = 5 * 365;
/// How long a certificate is good, days. Browsers of Apple's take none of more than 398.
const CERTIFICATE: i64 = 397;
/// What has so little left at a start is made anew, days.
const LITTLE: i64 = 30;
/// Made valid so much earlier, days, for the clocks of those who look are not ours.
const BEFORE: i64 = 1;
/// Names and addresses in a certificate; more are left out.
const NAMES: usize = 64;

/// Under which names the hall keeps them.
const AUTHORITY_SECRET: &str = "web-authority";
const CERTIFICATE_SECRET: &str = "web-certificate";

/// The authority as the hall keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Authority {
    /// What people see in their lists of authorities.
    name: String,
    /// As PEM.
    certificate: String,
    /// As PEM.
    key: String,
    /// Its last moment.
    #[serde(with = "as_text")]
    until: Timestamp,
}

/// A certificate of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Leaf {
    names: Vec<String>,
    /// As PEM.
    certificate: String,
    /// As PEM.
    key: String,
    #[serde(with = "as_text")]
    from: Timestamp,
    #[serde(with = "as_text")]
    until: Timestamp,
}

/// A moment as RFC 3339.
mod as_text {
    use jiff::Timestamp;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(at: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(at)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// The hall's certificate for these names and addresses, made anew where they have changed or little
/// of its time is left. The authority behind it stays.
///
/// # Errors
///
/// When the hall's memory cannot be used, or holds what is no certificate.
pub(crate) async fn of_the_hall(hub: &Arc<Hub>, names: Vec<String>) -> io::Result<Certificate> {
    let hall = hub.name().to_string();
    let (authority, leaf) = hub
        .write(move |store| {
            let kept = (store.secret(AUTHORITY_SECRET)?, store.secret(CERTIFICATE_SECRET)?);
            let made = match renewed(&hall, kept, names, Timestamp::now()) {
                Ok(made) => made,
                Err(error) => return Ok(Err(error)),
            };
            store.put_secret(AUTHORITY_SECRET, &serde_json::to_string(&made.0)?)?;
            store.put_secret(CERTIFICATE_SECRET, &serde_json::to_string(&made.1)?)?;
            Ok(Ok(made))
        })
        .await??;
    Certificate::of_authority(&leaf.certificate, &leaf.key, &authority.certificate)
}

/// What is kept, or what has to take its place now.
fn renewed(
    hall: &str,
    kept: (Option<String>, Option<String>),
    names: Vec<String>,
    now: Timestamp,
) -> io::Result<(Authority, Leaf)> {
    let kept_authority: Option<Authority> = read(AUTHORITY_SECRET, kept.0)?;
    let kept_leaf: Option<Leaf> = read(CERTIFICATE_SECRET, kept.1)?;
    let soon = now + days(LITTLE);
    let (authority, kept_leaf) = match kept_authority.filter(|authority| authority.until > soon) {
        Some(authority) => (authority, kept_leaf),
        None => (Authority::new(hall, now).map_err(named)?, None),
    };
    let good = |leaf: &Leaf| leaf.names == names && leaf.until > soon && leaf.from <= now;
    let leaf = match kept_leaf.filter(good) {
        Some(leaf) => leaf,
        None => authority.certify(names, now).map_err(named)?,
    };
    Ok((authority, leaf))
}

impl Authority {
    fn new(hall: &str, now: Timestamp) -> Result<Authority, rcgen::Error> {
        let name = format!("{hall} (touchmove)");
        let key = KeyPair::generate()?;
        let until = now + days(AUTHORITY);
        let mut params = of_authority(&name);
        last(&mut params, now - days(BEFORE), until);
        let certificate = params.self_signed(&key)?.pem();
        Ok(Authority { name, certificate, key: key.serialize_pem(), until })
    }

    fn certify(&self, names: Vec<String>, now: Timestamp) -> Result<Leaf, rcgen::Error> {
        let issuer = Issuer::new(of_authority(&self.name), KeyPair::from_pem(&self.key)?);
        let key = KeyPair::generate()?;
        let (from, until) = (now - days(BEFORE), (now + days(CERTIFICATE)).min(self.until));
        let mut params = CertificateParams::new(names.clone())?;
        params.distinguished_name.push(DnType::CommonName, self.name.as_str());
        last(&mut params, from, until);
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        let certificate = params.signed_by(&key, &issuer)?.pem();
        Ok(Leaf { names, certificate, key: key.serialize_pem(), from, until })
    }
}

fn of_authority(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    // It signs certificates of browsers' servers, and no further authorities.
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

/// The names and addresses by which this machine is called, in a lasting order.
pub(crate) fn machine_names() -> Vec<String> {
    let system = rustix::system::uname();
    let host = system.nodename().to_string_lossy();
    let addresses = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "the machine's addresses are not known");
        Vec::new()
    });
    names(host.trim(), addresses.iter().map(|of| of.ip()))
}

fn names(host: &str, addresses: impl Iterator<Item = IpAddr>) -> Vec<String> {
    let plain = |name: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        !name.is_empty() && name.len() < 250 && name.chars().all(fits)
    };
    let mut names: Vec<String> = ["localhost", "127.0.0.1", "::1", "touchmove.local"]
        .into_iter()
        .map(String::from)
        .collect();
    if plain(host) {
        let host = host.to_ascii_lowercase();
        if !host.contains('.') {
            names.push(format!("{host}.local"));
        }
        names.push(host);
    }
    let reachable = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_unspecified(),
        // One that needs an interface beside it is in nobody's address bar.
        IpAddr::V6(ip) => !ip.is_unspecified() && !ip.is_unicast_link_local(),
    };
    let mut addresses: Vec<IpAddr> = addresses.filter(reachable).collect();
    addresses.sort_unstable();
    names.extend(addresses.iter().map(IpAddr::to_string));
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names.truncate(NAMES);
    names
}

fn read<T: DeserializeOwned>(secret: &str, kept: Option<String>) -> io::Result<Option<T>> {
    let read = |text: String| serde_json::from_str(&text);
    kept.map(read)
        .transpose()
        .map_err(|error| io::Error::other(format!("the hall's memory: secret {secret}: {error}")))
}

fn named(error: rcgen::Error) -> io::Error {
    io::Error::other(format!("the hall's certificate cannot be made: {error}"))
}

fn days(n: i64) -> SignedDuration {
    SignedDuration::from_hours(n * 24)
}

/// From the day of `from` to the day of `until`.
fn last(params: &mut CertificateParams, from: Timestamp, until: Timestamp) {
    let day = |at: Timestamp| {
        let date = TimeZone::UTC.to_datetime(at).date();
        date_time_ymd(date.year().into(), date.month().unsigned_abs(), date.day().unsigned_abs())
    };
    (params.not_before, params.not_after) = (day(from), day(until));
}

#[cfg(test)]
#[path = "authority_tests.rs"]
mod tests;
