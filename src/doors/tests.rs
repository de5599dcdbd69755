use std::net::Ipv4Addr;

use super::*;
use crate::hub::Store;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7));
const PASSWORD: &str = "Rook takes e8";

struct Scene {
    doors: Doors,
    folder: tempfile::TempDir,
}

fn scene() -> Scene {
    let folder = tempfile::tempdir().unwrap();
    Scene { doors: doors(folder.path()), folder }
}

fn doors(folder: &std::path::Path) -> Doors {
    let (hub, _memory) = Hub::open("Hall", &folder.join("hall.sqlite")).unwrap();
    Doors::closed(hub)
}

impl Scene {
    /// What another process does to the hall's memory.
    fn elsewhere<T>(&self, work: impl FnOnce(&mut Store) -> T) -> T {
        let mut store = Store::open(&self.folder.path().join("hall.sqlite")).unwrap();
        let done = work(&mut store);
        store.settle().unwrap();
        done
    }

    fn user(&self, name: &str, role: Role) {
        let user = User {
            name: name.into(),
            role,
            sections: String::new(),
            standing: Standing::Active,
            created_ms: 1,
        };
        let hash = hashed(PASSWORD).unwrap();
        self.elsewhere(|store| store.add_user(&user, &hash).unwrap());
    }

    async fn sign_in(&self, name: &str, password: &str) -> Result<String, Rejected> {
        self.doors.sign_in(HERE, name, password.into()).await
    }

    async fn name(&self, secret: &str) -> Option<String> {
        let caller = self.doors.caller(Some(secret)).await.unwrap();
        caller.name().map(str::to_owned)
    }
}

#[tokio::test]
async fn a_session_survives_a_restart_and_ends_when_its_user_is_disabled() {
    let mut scene = scene();
    scene.user("Anna", Role::Arbiter);
    let secret = scene.sign_in(" anna ", PASSWORD).await.unwrap();
    assert_eq!(scene.name(&secret).await.as_deref(), Some("Anna"));
    scene.doors = doors(scene.folder.path());
    assert_eq!(scene.name(&secret).await.as_deref(), Some("Anna"));
    let kept = std::fs::read(scene.folder.path().join("hall.sqlite")).unwrap();
    let found = kept.windows(secret.len()).any(|bytes| bytes == secret.as_bytes());
    assert!(!found, "the token itself is not kept");

    let caller = scene.doors.caller(Some(&secret)).await.unwrap();
    assert!(scene.elsewhere(|store| store.set_standing("ANNA", Standing::Disabled).unwrap()));
    assert_eq!(scene.name(&secret).await, None);
    scene.doors.gone(&caller).await;
    assert!(matches!(scene.sign_in("Anna", PASSWORD).await, Err(Rejected::Wrong)));
    assert!(scene.elsewhere(|store| store.set_standing("Anna", Standing::Active).unwrap()));
    assert_eq!(scene.name(&secret).await, None, "the old session does not come back");
    let secret = scene.sign_in("Anna", PASSWORD).await.unwrap();
    scene.doors.sign_out(&secret).await.unwrap();
    assert_eq!(scene.name(&secret).await, None);
}

#[test]
fn a_session_ends_when_it_is_not_used_and_after_three_days_and_the_seventeenth_ends_the_oldest() {
    let scene = scene();
    scene.user("Anna", Role::Arbiter);
    scene.elsewhere(|store| {
        let mut begin = |token: &str, now_ms| {
            let session =
                Session { token: token.into(), user: "Anna".into(), now_ms, address: "::1".into() };
            assert!(store.begin_session(&session).unwrap());
        };
        begin("first", 0);
        for n in 1..=16 {
            begin(&n.to_string(), n);
        }
        let hour = 3_600_000;
        assert_eq!(store.session("first", 20).unwrap(), None);
        assert!(store.session("1", 12 * hour).unwrap().is_some());
        assert_eq!(store.session("1", 12 * hour + 2).unwrap(), None);
        for now in (0..=72).step_by(6) {
            assert!(store.session("16", now * hour).unwrap().is_some(), "{now} h");
            store.use_session("16", now * hour).unwrap();
        }
        assert_eq!(store.session("16", 72 * hour + 17).unwrap(), None);
    });
}

#[tokio::test]
async fn who_tries_too_often_waits_and_a_wrong_name_is_answered_as_a_wrong_password() {
    let scene = scene();
    scene.user("Anna", Role::Arbiter);
    for n in 0..12 {
        // Who knows the password has used nothing up.
        assert!(scene.sign_in("Anna", PASSWORD).await.is_ok(), "{n}");
    }
    for name in ["Anna", "Nobody"] {
        for _ in 0..5 {
            assert!(matches!(scene.sign_in(name, "wrong one").await, Err(Rejected::Wrong)));
        }
    }
    assert!(matches!(scene.sign_in("Anna", PASSWORD).await, Err(Rejected::TooOften(_))));
    let elsewhere = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 8));
    assert!(scene.doors.sign_in(elsewhere, "Anna", PASSWORD.into()).await.is_ok());
}

#[tokio::test]
async fn the_chief_is_made_once_by_the_code() {
    let scene = scene();
    let doors = &scene.doors;
    let code = doors.first_code().await.unwrap().unwrap();
    assert_eq!(doors.first_code().await.unwrap(), None, "it is shown once");
    assert!(doors.await_set_up().await.unwrap());
    let set_up = |code: &str, password: &str| {
        let (code, password) = (code.to_owned(), password.to_owned());
        async move { doors.set_up(HERE, &code, "Chief", password).await }
    };
    assert!(matches!(set_up("0000-0000-0000-0000", PASSWORD).await, Err(Rejected::Wrong)));
    assert!(matches!(set_up(&code, "short").await, Err(Rejected::Unfit(_))));
    let secret = set_up(&code.to_lowercase(), PASSWORD).await.unwrap();
    assert_eq!(doors.caller(Some(&secret)).await.unwrap().role(), Some(Role::Chief));
    assert!(!doors.await_set_up().await.unwrap());
    assert!(matches!(set_up(&code, PASSWORD).await, Err(Rejected::Wrong)));
    assert_eq!(doors.first_code().await.unwrap(), None);
}

#[test]
fn each_role_passes_its_doors() {
    let caller = |role, sections: &str| Caller::User {
        session: "x".into(),
        user: Arc::new(User {
            name: "Anna".into(),
            role,
            sections: sections.into(),
            standing: Standing::Active,
            created_ms: 0,
        }),
    };
    let all = [May::Anyone, May::Staff, May::ArbiterOfTable, May::Arbiter, May::Chief];
    let passes = |caller: &Caller, table| all.map(|may| caller.passes(may, Some(table)));
    use Passage::{Forbidden, Free, SignIn};
    assert_eq!(passes(&Caller::Anybody, "7"), [Free; 5]);
    assert_eq!(passes(&Caller::Stranger, "7"), [Free, SignIn, SignIn, SignIn, SignIn]);
    assert_eq!(passes(&caller(Role::Chief, ""), "7"), [Free; 5]);
    let arbiter = caller(Role::Arbiter, "1-20");
    assert_eq!(passes(&arbiter, "7"), [Free, Free, Free, Free, Forbidden]);
    assert_eq!(passes(&arbiter, "21"), [Free, Free, Forbidden, Free, Forbidden]);
    let technician = caller(Role::Technician, "");
    assert_eq!(passes(&technician, "7"), [Free, Free, Forbidden, Forbidden, Forbidden]);
}
