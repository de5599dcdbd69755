//! touchmove: watches chess boards in a playing hall and tells the arbiter what he must know.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
