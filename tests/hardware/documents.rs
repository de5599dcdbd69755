//! The documents lead to each other and to nothing that is not there.

use std::fs;

use crate::workshop::house;

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    let folder = house().join("hardware");
    let below = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = below.partition(|path| path.is_dir());
    for each in folders {
        files.extend(fs::read_dir(each).unwrap().map(|entry| entry.unwrap().path()));
    }
    let documents =
        files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    for document in documents {
        let text = fs::read_to_string(document).unwrap();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if !link.starts_with("http") && !link.starts_with('#') {
                let file = link.split('#').next().unwrap();
                let target = document.parent().unwrap().join(file);
                assert!(target.exists(), "{}: {link} leads nowhere", document.display());
                links += 1;
            }
        }
    }
    assert!(links > 0);
}
