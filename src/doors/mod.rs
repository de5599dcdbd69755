//! Who comes in, and how he knows that it is this hall: certificates.

mod authority;
mod certificate;

pub(crate) use authority::{machine_names, of_the_hall};
pub(crate) use certificate::Certificate;
