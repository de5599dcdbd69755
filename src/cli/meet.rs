use std::{io, time::Duration};

use super::Verdict;
use crate::meet::{Announcement, Fingerprint, find};

/// Look whether a hub can be found on this network.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Announce a hub of this fingerprint until told to stop
    Announce { fingerprint: Fingerprint, port: u16 },
    /// Look for it, and print its addresses
    Find {
        fingerprint: Fingerprint,
        /// For how long, s
        #[arg(long, default_value = "10")]
        seconds: u64,
    },
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match &args.what {
            What::Announce { fingerprint, port } => {
                let _announced = Announcement::start(fingerprint, "hall", *port)?;
                tokio::signal::ctrl_c().await?;
                Ok(Verdict::Fine)
            }
            What::Find { fingerprint, seconds } => {
                match find(fingerprint, Duration::from_secs(*seconds)).await? {
                    Some(addresses) => {
                        addresses.iter().for_each(|address| println!("{address}"));
                        Ok(Verdict::Fine)
                    }
                    None => Ok(Verdict::Faulty),
                }
            }
        }
    })
}
