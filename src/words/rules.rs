//! Rules as people read them: the whole edition, or one page that the chief arbiter can sign.

use std::path::Path;

use fluent_bundle::FluentArgs;
use serde_json::Value;
use touchmove_core::{
    board::{Header, Play},
    intake,
    rules::{Concept, Edition, Group, QuickplayFinish, Rules},
    timing::TimeControl,
};

use super::{
    Id, Words,
    sheet::{Columns, Mark, Sheet, Spacing},
};

/// Parameters: what they are about, and their values.
const VALUES: Columns = Columns { left: 56, right: 36 };
/// Articles: their numbers, and what they are about.
const ARTICLES: Columns = Columns { left: 24, right: 68 };

/// The rules that are told of.
pub(crate) struct Source<'a> {
    /// What is in force.
    pub(crate) rules: &'a Rules,
    /// What would be, did the event not regulate it otherwise.
    pub(crate) usual: &'a Rules,
    /// The event's own file, which says so.
    pub(crate) file: Option<&'a Path>,
    /// Whose rules these are.
    pub(crate) event: Option<Event<'a>>,
}

/// An event, as the configuration of one of its boards describes it.
pub(crate) struct Event<'a> {
    /// The header of its games.
    pub(crate) header: &'a Header,
    /// How the board takes samples.
    pub(crate) sensing: intake::Settings,
}

/// One parameter in force.
struct Setting {
    name: String,
    value: Value,
    usual: Value,
}

impl Source<'_> {
    /// The parameters of a group, in its order.
    fn settings(&self, group: Group) -> Vec<Setting> {
        let [now, usual] = [self.rules, self.usual].map(Rules::settings);
        let of = |all: &[(String, Value)], name: &str| {
            all.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        };
        let names = group.parameters().iter();
        names
            .filter_map(|name| {
                let (value, usual) = of(&now, name).zip(of(&usual, name))?;
                let said = value != usual || !self.depends_in_vain(name);
                said.then(|| Setting { name: (*name).into(), value, usual })
            })
            .collect()
    }

    /// Whether it says how a quickplay finish goes, and none is in force.
    fn depends_in_vain(&self, name: &str) -> bool {
        let off = self.rules.parameters.quickplay_finish == QuickplayFinish::Off;
        off && name.starts_with("quickplay_") && name != "quickplay_finish"
    }

    /// How this board takes samples otherwise than others do.
    fn sensing(&self) -> Vec<Setting> {
        let Some(Event { header, sensing, .. }) = &self.event else { return Vec::new() };
        let plain = Header { parameters: serde_json::Map::new(), ..(*header).clone() };
        let usual = intake::Settings::new(&plain).unwrap_or(*sensing).by_name();
        let both = sensing.by_name().into_iter().zip(usual);
        let differing = both.filter(|((_, value), (_, usual))| value != usual);
        differing
            .map(|((name, value), (_, usual))| Setting {
                name: name.into(),
                value: value.into(),
                usual: usual.into(),
            })
            .collect()
    }
}

impl Words {
    /// The whole edition: parameters, then article by article.
    pub(crate) fn edition(&self, source: &Source<'_>) -> String {
        let mut sheet = Sheet::new(Spacing::Open);
        self.heading(source, &mut sheet);
        sheet.title(&self.say("rules-parameters"));
        if self.parameters(source, &mut sheet) > 0 {
            sheet.space();
            sheet.paragraph(&self.say("rules-changed"));
        }
        sheet.title(&self.say("rules-articles"));
        sheet.paragraph(&self.say("rules-known"));
        for group in Group::all() {
            self.articles(source.rules, group, &mut sheet);
        }
        sheet.text()
    }

    /// The regulations of an event on one page, with a line to sign.
    pub(crate) fn regulations(&self, source: &Source<'_>) -> String {
        let mut sheet = Sheet::new(Spacing::Close);
        sheet.title(&self.say("rules-title"));
        if let Some(Event { header, .. }) = &source.event {
            let named = [&header.event, &header.site].map(String::as_str);
            let named: Vec<&str> = named.into_iter().filter(|name| *name != "?").collect();
            sheet.paragraph(&named.join(", "));
            self.heading(source, &mut sheet);
            if let Ok(control) = TimeControl::parse(&header.time_control) {
                let control = self.control(&control);
                sheet.paragraph(&self.made_of("rules-time-control", [("control", control)]));
            }
        }
        sheet.space();
        let changed = self.parameters(source, &mut sheet);
        let remark = if changed == 0 { "rules-unchanged" } else { "rules-changed" };
        sheet.space();
        sheet.paragraph(&self.say(remark));
        sheet.space();
        let lines = ["rules-chief-arbiter", "rules-signature", "rules-day"].map(|id| self.say(id));
        sheet.write_in(&lines);
        sheet.text()
    }

    /// A message made of texts.
    pub(super) fn made_of<const N: usize>(&self, id: &str, texts: [(&str, String); N]) -> String {
        let args: FluentArgs<'_> = texts.into_iter().collect();
        self.with(Id(id, None), &args)
    }

    fn heading(&self, source: &Source<'_>, sheet: &mut Sheet) {
        let rules = source.rules;
        let args = || {
            [
                ("rules", rules.edition.clone()),
                ("play", rules.play.to_string()),
                ("supervision", rules.supervision.to_string()),
            ]
        };
        sheet.paragraph(&self.made_of("edition", args()));
        let play = capital(&self.made_of("play", args()));
        if rules.play == Play::Standard {
            sheet.paragraph(&play);
        } else {
            sheet.paragraph(&format!("{play}. {}", self.made_of("supervision", args())));
        }
        if let Some(file) = source.file {
            let file = file.display().to_string();
            sheet.paragraph(&capital(&self.made_of("rules-own-file", [("file", file)])));
        }
    }

    /// Writes all parameters; says how many are not as the edition has them.
    fn parameters(&self, source: &Source<'_>, sheet: &mut Sheet) -> usize {
        let mut changed = 0;
        let groups = Group::all().map(|group| (<&str>::from(group), source.settings(group)));
        for (group, settings) in groups.chain([("sensing", source.sensing())]) {
            if settings.is_empty() {
                continue;
            }
            sheet.heading(&self.say(&format!("group-{group}")));
            for Setting { name, value, usual } in settings {
                let said = self.value(&name, &value);
                let usual = (value != usual).then(|| {
                    let usual = self.value(&name, &usual);
                    format!("({})", self.made_of("rules-usual", [("value", usual)]))
                });
                let mark = if usual.is_some() { Mark::Changed } else { Mark::None };
                changed += usize::from(usual.is_some());
                let said: Vec<&str> = [said.as_str()].into_iter().chain(usual.as_deref()).collect();
                sheet.row(VALUES, mark, &[&self.parameter(&name)], &said);
            }
        }
        changed
    }

    fn articles(&self, rules: &Rules, group: Group, sheet: &mut Sheet) {
        for (number, concept) in group.concepts().enumerate() {
            if number == 0 {
                sheet.heading(&self.say(&format!("group-{}", <&str>::from(group))));
            }
            let rule = format!("rule-{}", <&str>::from(concept).replace('_', "-"));
            let article = rules.article(concept).map_or("—".into(), ToString::to_string);
            let penalty = rules
                .penalty(concept)
                .map(|penalty| self.made_of("rules-penalty", [("article", penalty.to_string())]));
            let done = if rules.article(concept).is_none() && ruled(concept) {
                self.say("rules-none")
            } else if !holds(concept, rules) {
                self.say("rules-elsewhere")
            } else {
                let known = <&str>::from(concept.known()).replace('_', "-");
                let known = self.say(&format!("known-{known}"));
                let does = self.with(Id(&rule, Some("does")), &FluentArgs::new());
                format!("{known}. {does}")
            };
            let left: Vec<&str> =
                [article.as_str()].into_iter().chain(penalty.as_deref()).collect();
            sheet.row(ARTICLES, Mark::None, &left, &[&self.say(&rule), &done]);
        }
    }
}

/// Whether any edition has an article about it.
fn ruled(concept: Concept) -> bool {
    Edition::names()
        .filter_map(|name| Edition::load(name).ok())
        .any(|edition| edition.article(concept).is_some())
}

/// Whether it is for this kind of play and supervision.
fn holds(concept: Concept, rules: &Rules) -> bool {
    concept
        .supervision()
        .is_none_or(|supervision| rules.play != Play::Standard && rules.supervision == supervision)
}

/// With a capital letter at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
