use std::{
    env, io,
    path::{Path, PathBuf},
    process::Command,
};

/// The oldest version that has what we use: reading the last message of a subject directly.
const OLDEST: (u32, u32) = (2, 9);

/// Folders that are not in everybody's PATH.
const FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/bin"];

/// Finds nats-server.
///
/// # Errors
///
/// Says what to install.
pub(super) fn find() -> io::Result<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(FOLDERS.map(PathBuf::from));
    let program = folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file());
    let program = program.ok_or_else(|| {
        let reason = "there is no nats-server; on Debian: apt install nats-server";
        io::Error::new(io::ErrorKind::NotFound, reason)
    })?;
    let named = |reason: String| io::Error::other(format!("{}: {reason}", program.display()));
    match version(&program).map_err(|error| named(error.to_string()))? {
        Some(found) if found >= OLDEST => Ok(program),
        Some((major, minor)) => Err(named(format!(
            "is of version {major}.{minor}; {}.{} or newer is needed",
            OLDEST.0, OLDEST.1
        ))),
        None => Err(named("does not tell its version".into())),
    }
}

fn version(program: &Path) -> io::Result<Option<(u32, u32)>> {
    let output = Command::new(program).arg("--version").output()?;
    Ok(parse(&String::from_utf8_lossy(&output.stdout)))
}

/// `nats-server: v2.9.10`
fn parse(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.trim().rsplit_once('v')?.1.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(parse("nats-server: v2.9.10\n"), Some((2, 9)));
        assert_eq!(parse("nats-server: v2.12.0-RC.1\n"), Some((2, 12)));
        assert_eq!(parse("what"), None);
    }
}
