//! Places for connections: so many in all, and of them so many for each address.

use std::{
    collections::BTreeMap,
    io,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Who has a place; clones share them.
#[derive(Clone, Debug)]
pub(super) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    all: usize,
    each: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// Only addresses that have a place.
    by: BTreeMap<IpAddr, usize>,
}

impl Places {
    /// So many in all, and so many for each address.
    pub(super) fn new(all: usize, each: usize) -> Places {
        Places(Arc::new(Shared { all, each, taken: Mutex::default() }))
    }

    /// A place for a connection from this address.
    ///
    /// # Errors
    ///
    /// When there is none, for anybody or for this address.
    pub(super) fn take(&self, from: IpAddr) -> io::Result<Place> {
        let from = from.to_canonical();
        let mut taken = self.0.taken();
        if taken.all >= self.0.all {
            return Err(io::Error::other("there is no room for more connections"));
        }
        let has = taken.by.get(&from).copied().unwrap_or(0);
        if has >= self.0.each {
            return Err(io::Error::other(format!("{from} has {has} connections already")));
        }
        taken.all += 1;
        taken.by.insert(from, has + 1);
        Ok(Place { of: Arc::clone(&self.0), from })
    }
}

impl Shared {
    fn taken(&self) -> MutexGuard<'_, Taken> {
        // Nothing that is done under it can fail halfway.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Place {
    of: Arc<Shared>,
    from: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.of.taken();
        taken.all -= 1;
        match taken.by.get_mut(&self.from) {
            Some(has) if *has > 1 => *has -= 1,
            _ => drop(taken.by.remove(&self.from)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_cannot_take_all() {
        let places = Places::new(5, 3);
        let mut held: Vec<Place> = (0..3).map(|_| places.take(ip("10.0.0.1")).unwrap()).collect();
        let refused = places.take(ip("10.0.0.1")).unwrap_err().to_string();
        assert_eq!(refused, "10.0.0.1 has 3 connections already");
        assert!(places.take(ip("::ffff:10.0.0.1")).is_err(), "the same, written otherwise");
        held.push(places.take(ip("10.0.0.2")).unwrap());
        held.push(places.take(ip("fd00::1")).unwrap());
        let refused = places.take(ip("10.0.0.3")).unwrap_err().to_string();
        assert_eq!(refused, "there is no room for more connections");
        // Whoever leaves makes room, and nothing is remembered of him.
        held.clear();
        assert!(places.0.taken().by.is_empty());
        assert_eq!(places.0.taken().all, 0);
        assert!(places.take(ip("10.0.0.1")).is_ok());
    }
}
