use std::io;

use serde::Deserialize;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

use super::Sightings;

/// What is read of a board's view.
#[derive(Deserialize)]
struct Seen {
    board: String,
    seq: u64,
}

/// A browser that looks at the hall, and notes when it sees what.
pub(super) async fn watch(page: String, sightings: Sightings) -> io::Result<()> {
    let address = page.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await?;
    // In the old protocol an answer comes as it is, not in chunks.
    let request = format!("GET /api/stream HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(data) = line.strip_prefix("data: ")
            && let Ok(seen) = serde_json::from_str::<Seen>(data)
        {
            sightings.seen(&seen.board, seen.seq);
        }
    }
    Ok(())
}
