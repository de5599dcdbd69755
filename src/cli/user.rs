use std::{
    fs,
    io::{self, BufRead as _, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
};

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::Verdict;
use crate::{
    config::Config,
    doors::{Sections, fit_name, fit_password, hashed, now_ms, set_up_code},
    hub::{Made, Role, Standing, Store, User},
};

/// Say who may sign in to the hall, and as what. This works while the hall runs, too.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
    /// The configuration of the hub, or of a board without one
    #[arg(long, global = true, value_name = "FILE", default_value = "/etc/touchmove/hub.toml")]
    config: PathBuf,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Let somebody sign in. The password is asked for, or is the first line of standard input
    Add {
        /// His name, as decisions are recorded with
        name: String,
        /// What he may do
        #[arg(long, value_enum)]
        role: Role,
        /// An arbiter's tables, like "1-20, 40, Hall B"; without it all
        #[arg(long, value_name = "TABLES", default_value = "")]
        tables: String,
    },
    /// Print who may sign in
    List,
    /// Let somebody sign in no longer; where he is signed in he is signed out
    Disable {
        /// His name
        name: String,
    },
    /// Let somebody sign in again
    Enable {
        /// His name
        name: String,
    },
    /// Print a new set-up code, by which the page makes the chief arbiter; earlier ones end
    Code,
}

pub(super) fn run(args: &Args) -> Verdict {
    match carry_out(args) {
        Ok(()) => Verdict::Fine,
        Err(reason) => {
            eprintln!("touchmove user: {reason}");
            Verdict::Unusable
        }
    }
}

fn carry_out(args: &Args) -> Result<(), String> {
    let file = state(&args.config)?.join("hall.sqlite");
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let mut store = Store::open(&file).map_err(|error| named(&error))?;
    store.wait_for_others().map_err(|error| named(&error))?;
    let done = match &args.command {
        Command::Add { name, role, tables } => add(&mut store, name, *role, tables)?,
        Command::List => list(&store),
        Command::Disable { name } => stand(&mut store, name, Standing::Disabled)?,
        Command::Enable { name } => stand(&mut store, name, Standing::Active)?,
        Command::Code => code(&mut store)?,
    };
    done.and_then(|()| store.settle()).map_err(|error| named(&error))
}

type Done = Result<(), crate::hub::StoreError>;

fn add(store: &mut Store, name: &str, role: Role, tables: &str) -> Result<Done, String> {
    let name = fit_name(name).map_err(|why| why.to_string())?;
    Sections::read(tables).map_err(|why| format!("--tables: {why}"))?;
    if !tables.is_empty() && role != Role::Arbiter {
        return Err("--tables: only an arbiter has tables of his own".into());
    }
    let password = password(&name).map_err(|error| format!("the password: {error}"))?;
    fit_password(&password).map_err(|why| why.to_string())?;
    let user = User {
        name: name.clone(),
        role,
        sections: tables.trim().into(),
        standing: Standing::Active,
        created_ms: now_ms(),
    };
    let hash = hashed(&password).map_err(|error| error.to_string())?;
    match store.add_user(&user, &hash) {
        Ok(Made::Done) => Ok(Ok(())),
        Ok(Made::NameTaken) => Err(format!("there is a user {name} already")),
        Err(error) => Ok(Err(error)),
    }
}

fn list(store: &Store) -> Done {
    for User { name, role, sections, standing, .. } in store.users()? {
        let tables =
            if sections.is_empty() { String::new() } else { format!(", tables {sections}") };
        let standing = match standing {
            Standing::Active => "",
            Standing::Disabled => ", disabled",
        };
        println!("{name}: {}{tables}{standing}", role.code());
    }
    Ok(())
}

fn stand(store: &mut Store, name: &str, standing: Standing) -> Result<Done, String> {
    match store.set_standing(name.trim(), standing) {
        Ok(true) => Ok(Ok(())),
        Ok(false) => Err(format!("there is no user {name}")),
        Err(error) => Ok(Err(error)),
    }
}

fn code(store: &mut Store) -> Result<Done, String> {
    match store.lacks_chief() {
        Ok(true) => {}
        Ok(false) => return Err("there is a chief arbiter: he signs in with his password".into()),
        Err(error) => return Ok(Err(error)),
    }
    let code = set_up_code().map_err(|error| error.to_string())?;
    let kept = store.await_set_up(&crate::doors::hash_of_code(&code));
    if kept.is_ok() {
        println!("{code}");
    }
    Ok(kept)
}

/// A password from the terminal, where it is not shown, or the first line of what is read.
fn password(name: &str) -> io::Result<String> {
    let input = io::stdin();
    let mut line = String::new();
    if !input.is_terminal() {
        input.lock().read_line(&mut line)?;
        return Ok(line.trim_end_matches(['\r', '\n']).into());
    }
    let shown = tcgetattr(&input)?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    eprint!("Password for {name}: ");
    io::stderr().flush()?;
    tcsetattr(&input, OptionalActions::Flush, &hidden)?;
    let read = input.lock().read_line(&mut line);
    tcsetattr(&input, OptionalActions::Now, &shown)?;
    eprintln!();
    read?;
    Ok(line.trim_end_matches(['\r', '\n']).into())
}

/// The folder in which the memory of the hall lies: a hub's, or that of a board without one.
fn state(file: &Path) -> Result<PathBuf, String> {
    let named = |reason: String| format!("{}: {reason}", file.display());
    let text = fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
    let table: toml::Table = toml::from_str(&text).map_err(|error| named(error.to_string()))?;
    match table.get("hub").and_then(|hub| hub.get("state")) {
        Some(state) => match state.as_str() {
            Some(state) => Ok(state.into()),
            None => Err(named("hub.state: must be a path".into())),
        },
        None if table.contains_key("hub") => Ok("hub-state".into()),
        None => Ok(Config::load(file).map_err(|error| error.to_string())?.board.state),
    }
}
