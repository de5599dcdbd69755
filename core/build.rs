//! Lists the editions of the rules, so that a new one is a file in `editions/` and nothing else.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=editions");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("editions");
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            lines.push(format!("({name:?}, include_str!({:?})),", path.display()));
        }
    }
    lines.sort();
    let list = format!("&[\n{}\n]\n", lines.join("\n"));
    fs::write(Path::new(&env::var("OUT_DIR")?).join("editions.rs"), list)?;
    Ok(())
}
