use std::{
    fmt::Write as _,
    io,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use crate::{
    durable,
    meet::{Code, HubKey, PublicKey, Token},
};

/// What the server is started with.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Its folder: configuration, key, streams.
    pub(crate) folder: PathBuf,
    /// Where it listens.
    pub(crate) bind: IpAddr,
    /// Where it listens.
    pub(crate) port: u16,
    /// The key by which boards know it.
    pub(crate) key: HubKey,
    /// Who may do everything: the hub.
    pub(crate) hub: PublicKey,
    /// What lets new boards knock.
    pub(crate) token: Token,
}

/// The user as whom a new board knocks; its password is the token.
pub(crate) const JOIN: &str = "join";

impl Settings {
    pub(super) fn file(&self) -> PathBuf {
        self.folder.join("nats.conf")
    }

    pub(super) fn pid_file(&self) -> PathBuf {
        self.folder.join("nats.pid")
    }

    /// Writes all that the server reads; only its owner may read it too.
    ///
    /// # Errors
    ///
    /// When the disk does not take it.
    pub(super) fn write(&self, boards: &[(Code, PublicKey)]) -> io::Result<()> {
        self.keep("hub.crt", self.key.certificate())?;
        self.keep("hub.pem", self.key.key())?;
        self.write_users(boards)?;
        self.keep("nats.conf", &self.server())
    }

    /// Writes who may come in.
    ///
    /// # Errors
    ///
    /// When the disk does not take it.
    pub(super) fn write_users(&self, boards: &[(Code, PublicKey)]) -> io::Result<()> {
        self.keep("users.conf", &self.users(boards))
    }

    fn keep(&self, name: &str, text: &str) -> io::Result<()> {
        let file = self.folder.join(name);
        durable::replace_secret(&file, text.as_bytes())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
    }

    /// The server itself. A thousand boards are two thousand connections when all come back at once;
    /// of a pulled cable it hears after three pings.
    fn server(&self) -> String {
        let path = |name: &str| quoted(&self.folder.join(name));
        format!(
            "# Written by touchmove at each start: changes are lost.
listen: \"{listen}\"
server_name: \"touchmove\"
pid_file: {pid}
tls {{
  cert_file: {certificate}
  key_file: {key}
  timeout: 5
}}
jetstream {{
  store_dir: {streams}
  max_memory_store: 64MB
  max_file_store: 3GB
}}
max_payload: 1MB
max_connections: 2500
max_subscriptions: 1000
max_pending: 8MB
write_deadline: \"5s\"
ping_interval: \"5s\"
ping_max: 2
include \"users.conf\"
",
            listen = SocketAddr::new(self.bind, self.port),
            pid = quoted(&self.pid_file()),
            certificate = path("hub.crt"),
            key = path("hub.pem"),
            streams = path("streams"),
        )
    }

    /// Who may do what. A board speaks for itself and hears what is meant for it; nothing else.
    fn users(&self, boards: &[(Code, PublicKey)]) -> String {
        let mut text = format!(
            "# Written by touchmove whenever a board joins: changes are lost.
authorization {{
  timeout: 5
  users: [
    {{ nkey: {hub} }}
    {{ user: {JOIN}, password: \"{token}\", permissions: {{
      publish: [\"tm1.hub.join\"]
      subscribe: [\"_INBOX.join.>\"]
    }} }}
",
            hub = self.hub,
            token = self.token.as_str(),
        );
        for (code, key) in boards {
            // A formatted String takes whatever is written.
            let _ = write!(
                text,
                "    {{ nkey: {key}, permissions: {{
      publish: [\"tm1.event.{code}.>\", \"tm1.view.{code}\", \"tm1.hub.attach.{code}\", \"$JS.API.DIRECT.GET.TM1_EVENTS.tm1.event.{code}.>\"]
      subscribe: [\"tm1.board.{code}.>\", \"tm1.boards\", \"_INBOX.{code}.>\"]
      allow_responses: {{ max: 1, expires: \"10s\" }}
    }} }}
"
            );
        }
        text + "  ]\n}\n"
    }
}

/// A path as a text of NATS' configuration.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meet::Credential;

    #[test]
    fn a_board_is_let_to_its_own_subjects_only() {
        let board = Credential::make().unwrap();
        let settings = Settings {
            folder: "/srv/a \"b\"".into(),
            bind: "::".parse().unwrap(),
            port: 4222,
            key: HubKey::make().unwrap(),
            hub: Credential::make().unwrap().public().clone(),
            token: "0".repeat(26).parse().unwrap(),
        };
        let server = settings.server();
        assert!(server.contains("listen: \"[::]:4222\""), "{server}");
        assert!(server.contains("pid_file: \"/srv/a \\\"b\\\"/nats.pid\""), "{server}");
        let none = settings.users(&[]);
        let one = settings.users(&[("7K2M9X".parse().unwrap(), board.public().clone())]);
        let more: Vec<&str> = one.lines().filter(|line| !none.contains(line)).collect();
        let key = board.public();
        assert_eq!(
            more,
            [
                &format!("    {{ nkey: {key}, permissions: {{"),
                "      publish: [\"tm1.event.7K2M9X.>\", \"tm1.view.7K2M9X\", \
                 \"tm1.hub.attach.7K2M9X\", \
                 \"$JS.API.DIRECT.GET.TM1_EVENTS.tm1.event.7K2M9X.>\"]",
                "      subscribe: [\"tm1.board.7K2M9X.>\", \"tm1.boards\", \"_INBOX.7K2M9X.>\"]",
                "      allow_responses: { max: 1, expires: \"10s\" }",
            ]
        );
        let join = "      publish: [\"tm1.hub.join\"]\n      subscribe: [\"_INBOX.join.>\"]\n";
        assert!(none.contains(join), "{none}");
    }
}
