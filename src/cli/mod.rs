//! The command line: one file a subcommand.
//!
//! Exit codes: 0 all is well; 1 the input had errors, or a check missed; 2 the command line
//! itself was wrong, or what it names cannot be used.

mod board;
mod calibrate;
mod check;
mod commission;
mod config;
mod demo;
mod explain;
mod generate;
mod hub;
mod hub_page;
mod hub_setup;
mod input;
mod join;
mod journal;
mod mate;
mod meet;
#[cfg(feature = "web")]
mod openapi;
mod record;
mod replay;
mod round;
mod rules;
mod scan;
mod scan_cost;
mod selftest;
mod simulate;
mod systemd;
mod technician;
mod text;
mod user;

use std::{io, process::ExitCode};

use clap::{CommandFactory as _, Parser, Subcommand};

/// Watches chess boards in a playing hall and tells the arbiter what he must know.
#[derive(Parser)]
#[command(name = "touchmove", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Replay(replay::Args),
    Check(check::Args),
    Board(board::Args),
    Hub(hub::Args),
    Demo(demo::Args),
    Config(config::Args),
    #[command(hide = true)]
    Generate(generate::Args),
    /// Print the description of the HTTP API.
    #[cfg(feature = "web")]
    #[command(hide = true)]
    Openapi,
    Mate(mate::Args),
    #[command(hide = true)]
    Meet(meet::Args),
    Rules(rules::Args),
    Round(round::Args),
    #[command(hide = true)]
    ScanCost(scan_cost::Args),
    Simulate(simulate::Args),
    Join(join::Args),
    Journal(journal::Args),
    Systemd(systemd::Args),
    #[command(name = "selftest")]
    SelfTest(selftest::Args),
    Commission(commission::Args),
    Calibrate(calibrate::Args),
    Scan(scan::Args),
    Record(record::Args),
    User(user::Args),
}

/// How a subcommand ended, if it could say what it had to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// All is well.
    Fine,
    /// The input had errors, or a check missed.
    Faulty,
    /// What the command line names cannot be used.
    Unusable,
}

/// Runs the command that the process was started with.
pub(crate) fn run() -> ExitCode {
    let verdict = match Cli::parse().command {
        Command::Replay(args) => replay::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Board(args) => Ok(board::run(args)),
        Command::Hub(args) => Ok(hub::run(args)),
        Command::Demo(args) => Ok(demo::run(args)),
        Command::Config(args) => Ok(config::run(&args)),
        Command::Generate(args) => generate::run(&args, Cli::command()),
        #[cfg(feature = "web")]
        Command::Openapi => openapi::run(),
        Command::Mate(args) => mate::run(&args),
        Command::Meet(args) => meet::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Round(args) => round::run(&args),
        Command::ScanCost(args) => scan_cost::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Join(args) => join::run(&args),
        Command::Journal(args) => journal::run(&args),
        Command::Systemd(args) => systemd::run(&args),
        Command::SelfTest(args) => selftest::run(&args),
        Command::Commission(args) => commission::run(&args),
        Command::Calibrate(args) => calibrate::run(&args),
        Command::Scan(args) => scan::run(&args),
        Command::Record(args) => record::run(&args),
        Command::User(args) => Ok(user::run(&args)),
    };
    match verdict {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Faulty) => ExitCode::FAILURE,
        Ok(Verdict::Unusable) => ExitCode::from(2),
        // Whoever read us has seen enough (`| head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("touchmove: cannot write: {error}");
            ExitCode::FAILURE
        }
    }
}
