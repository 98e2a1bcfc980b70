//! Interprets the grammar: whether a text is a sentence of a production.
//!
//! At each place the recognizer finds every end that a part can have, and remembers the ends of each
//! production. It reads any grammar that is not left-recursive, ambiguous ones too, and never has
//! to choose.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::ebnf::{Grammar, Part};

/// A set of characters: those of ASCII by their bits, and whether the others are in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Set {
    ascii: u128,
    others: bool,
}

impl Set {
    fn of(text: &str) -> Self {
        text.bytes().fold(Self::default(), |set, byte| Self {
            ascii: set.ascii | if byte.is_ascii() { 1 << byte } else { 0 },
            others: set.others || !byte.is_ascii(),
        })
    }

    fn and(self, other: Self) -> Self {
        Self { ascii: self.ascii | other.ascii, others: self.others || other.others }
    }

    fn has(self, byte: u8) -> bool {
        if byte.is_ascii() { self.ascii >> byte & 1 == 1 } else { self.others }
    }
}

/// A production that is defined in prose.
#[derive(Clone, Copy, Debug)]
enum Prose {
    Newline,
    ByteOrderMark,
    AfterBlank,
    Inline,
}

const BOM: &str = "\u{feff}";

/// The matches of a part.
#[derive(Clone, Debug)]
enum Node {
    Text(String),
    /// One character.
    Character(Set),
    Prose(Prose),
    Name(usize),
    Choice(Vec<Item>),
    Sequence(Vec<Item>),
    Option(Box<Item>),
    Repeat(Box<Item>),
    Except(Box<Item>, Box<Item>),
}

/// A node, the characters that a match can begin with, and whether a match can be empty.
#[derive(Clone, Debug)]
struct Item {
    node: Node,
    first: Set,
    empty: bool,
}

/// Offsets at which a match can end, in order.
type Ends = Rc<[usize]>;

/// The grammar in a form that can be interpreted.
pub struct Recognizer {
    names: BTreeMap<String, usize>,
    productions: Vec<Item>,
}

/// One text that is being read.
struct Reading<'a> {
    grammar: &'a Recognizer,
    text: &'a str,
    /// By production and place.
    known: Vec<Option<Ends>>,
}

impl Recognizer {
    /// Prepares all productions.
    ///
    /// # Panics
    /// If a name has no production, if a production is left-recursive, or if one is defined in prose
    /// that is not known here.
    pub fn new(grammar: &Grammar) -> Self {
        let names = grammar.keys().enumerate().map(|(at, name)| (name.clone(), at)).collect();
        let mut recognizer = Self { names, productions: Vec::new() };
        let mut sets = BTreeMap::new();

        loop {
            let before = sets.len();
            for (name, part) in grammar {
                sets.extend(set(name, part, &sets).map(|set| (name.clone(), set)));
            }
            if sets.len() == before {
                break;
            }
        }

        let items = grammar.iter().map(|(name, part)| recognizer.item(name, part, &sets));
        recognizer.productions = items.collect();
        let starts = |recognizer: &Self| -> Vec<(Set, bool)> {
            recognizer.productions.iter().map(|item| (item.first, item.empty)).collect()
        };

        loop {
            let before = starts(&recognizer);
            let mut again = recognizer.productions.clone();
            for item in &mut again {
                recognizer.refine(item);
            }
            recognizer.productions = again;
            if starts(&recognizer) == before {
                break;
            }
        }

        for at in 0..recognizer.productions.len() {
            recognizer.hold_right(at, &mut vec![at]);
        }
        recognizer
    }

    /// Holds that no production begins with itself.
    fn hold_right(&self, at: usize, path: &mut Vec<usize>) {
        let mut begins = Vec::new();
        begin(&self.productions[at], &mut begins);
        for next in begins {
            assert!(next != path[0], "left-recursive: {:?}", self.names.keys().nth(next));
            if !path.contains(&next) {
                path.push(next);
                self.hold_right(next, path);
            }
        }
    }

    fn item(&self, production: &str, part: &Part, sets: &BTreeMap<String, Set>) -> Item {
        if let Some(set) = set(production, part, sets) {
            return Item { node: Node::Character(set), first: set, empty: false };
        }
        let boxed = |part: &Part| Box::new(self.item(production, part, sets));
        let items = |parts: &[Part]| -> Vec<Item> {
            parts.iter().map(|part| self.item(production, part, sets)).collect()
        };
        let index_of =
            |name: &str| *self.names.get(name).unwrap_or_else(|| panic!("what is `{name}`?"));
        let node = match part {
            Part::Text(text) => Node::Text(text.clone()),
            Part::Prose => Node::Prose(Prose::of(production)),
            Part::Name(name) => Node::Name(index_of(name)),
            Part::Choice(parts) => Node::Choice(items(parts)),
            Part::Sequence(parts) => Node::Sequence(items(parts)),
            Part::Option(part) => Node::Option(boxed(part)),
            Part::Repeat(part) => Node::Repeat(boxed(part)),
            Part::Times(times, part) => {
                Node::Sequence(vec![self.item(production, part, sets); *times])
            }
            Part::Except(part, not) => Node::Except(boxed(part), boxed(not)),
        };

        let (first, empty) = match &node {
            Node::Text(text) => (Set::of(text.get(..1).unwrap_or(text)), false),
            Node::Prose(prose) => prose.starts(),
            Node::Option(_) | Node::Repeat(_) => (Set::default(), true),
            _ => (Set::default(), false),
        };
        Item { node, first, empty }
    }

    /// Computes once more what a match of an item can begin with.
    fn refine(&self, item: &mut Item) {
        match &mut item.node {
            Node::Text(_) | Node::Character(_) | Node::Prose(_) => {}
            Node::Name(at) => {
                if let Some(production) = self.productions.get(*at) {
                    (item.first, item.empty) = (production.first, production.empty);
                }
            }
            Node::Choice(parts) => {
                for part in &mut *parts {
                    self.refine(part);
                }
                item.first = parts.iter().fold(Set::default(), |first, part| first.and(part.first));
                item.empty = parts.iter().any(|part| part.empty);
            }
            Node::Sequence(parts) => {
                for part in &mut *parts {
                    self.refine(part);
                }
                let begin = parts.iter().take_while(|part| part.empty).count();
                let begin = parts.iter().take(begin + 1);
                item.first = begin.fold(Set::default(), |first, part| first.and(part.first));
                item.empty = parts.iter().all(|part| part.empty);
            }
            Node::Option(part) | Node::Repeat(part) => {
                self.refine(part);
                item.first = part.first;
            }
            Node::Except(part, not) => {
                self.refine(part);
                self.refine(not);
                (item.first, item.empty) = (part.first, part.empty);
            }
        }
    }

    /// Returns whether a text is a sentence of a production.
    pub fn accepts(&self, production: &str, text: &str) -> bool {
        let at = self.names[production];
        let known = vec![None; self.productions.len() * (text.len() + 1)];
        let mut reading = Reading { grammar: self, text, known };
        reading.ends(&self.productions[at], 0).contains(&text.len())
    }

    /// Returns how much of a text can come before a sentence stops being possible, for messages.
    pub fn furthest(&self, production: &str, text: &str) -> usize {
        let at = self.names[production];
        let known = vec![None; self.productions.len() * (text.len() + 1)];
        let mut reading = Reading { grammar: self, text, known };
        reading.ends(&self.productions[at], 0);
        let places = text.len() + 1;
        let reached = reading.known.iter().enumerate().filter(|(_, ends)| ends.is_some());
        reached.map(|(at, _)| at % places).max().unwrap_or(0)
    }
}

impl Prose {
    fn of(production: &str) -> Self {
        match production {
            "newline" => Self::Newline,
            "byte-order-mark" => Self::ByteOrderMark,
            "after-blank" => Self::AfterBlank,
            "inline" => Self::Inline,
            _ => panic!("`{production}`: the recognizer does not know this prose"),
        }
    }

    /// Returns the characters that a match can begin with, and whether it can be empty.
    fn starts(self) -> (Set, bool) {
        match self {
            Self::Newline => (Set::of("\r\n"), false),
            Self::ByteOrderMark => (Set::of(BOM), false),
            Self::AfterBlank | Self::Inline => (Set { ascii: u128::MAX, others: true }, true),
        }
    }
}

/// Returns the set of characters that a part is, if it is one.
fn set(production: &str, part: &Part, sets: &BTreeMap<String, Set>) -> Option<Set> {
    match part {
        Part::Text(text) => (text.len() == 1).then(|| Set::of(text)),
        Part::Prose if production == "tab" => Some(Set::of("\t")),
        Part::Prose if production == "double-quote" => Some(Set::of("\"")),
        Part::Prose if production == "character" => {
            Some(Set { ascii: u128::MAX << 33 & !(1 << 127), others: true })
        }
        Part::Name(name) => sets.get(name).copied(),
        Part::Sequence(parts) if parts.len() == 1 => set(production, &parts[0], sets),
        Part::Choice(parts) => parts.iter().try_fold(Set::default(), |union, part| {
            set(production, part, sets).map(|set| union.and(set))
        }),
        Part::Except(part, not) => {
            let allowed = set(production, part, sets)?;
            let excepted = set(production, not, sets)?;
            Some(Set {
                ascii: allowed.ascii & !excepted.ascii,
                others: allowed.others && !excepted.others,
            })
        }
        _ => None,
    }
}

/// Adds the productions that a match of an item can begin with.
fn begin(item: &Item, into: &mut Vec<usize>) {
    match &item.node {
        Node::Text(_) | Node::Character(_) | Node::Prose(_) => {}
        Node::Name(at) => into.push(*at),
        Node::Choice(parts) => parts.iter().for_each(|part| begin(part, into)),
        Node::Sequence(parts) => {
            let empty = parts.iter().take_while(|part| part.empty).count();
            parts.iter().take(empty + 1).for_each(|part| begin(part, into));
        }
        Node::Option(part) | Node::Repeat(part) => begin(part, into),
        Node::Except(part, not) => {
            begin(part, into);
            begin(not, into);
        }
    }
}

impl Reading<'_> {
    fn ends(&mut self, item: &Item, at: usize) -> Vec<usize> {
        let bytes = self.text.as_bytes();
        if !item.empty && !bytes.get(at).is_some_and(|&byte| item.first.has(byte)) {
            return Vec::new();
        }

        match &item.node {
            Node::Text(text) => {
                let is_match = bytes[at..].starts_with(text.as_bytes());
                if is_match { vec![at + text.len()] } else { Vec::new() }
            }
            Node::Character(set) => self.character(*set, at).into_iter().collect(),
            Node::Prose(prose) => self.prose(*prose, at),
            Node::Name(name) => self.named(*name, at).to_vec(),
            Node::Choice(parts) => {
                let mut ends = Vec::new();
                for part in parts {
                    merge(&mut ends, self.ends(part, at));
                }
                ends
            }
            Node::Sequence(parts) => {
                let mut places = vec![at];
                for part in parts {
                    let mut next = Vec::new();
                    for at in places {
                        merge(&mut next, self.ends(part, at));
                    }
                    if next.is_empty() {
                        return next;
                    }
                    places = next;
                }
                places
            }
            Node::Option(part) => {
                let mut ends = vec![at];
                merge(&mut ends, self.ends(part, at));
                ends
            }
            Node::Repeat(part) => self.repeat(part, at),
            Node::Except(part, not) => {
                let mut ends = self.ends(part, at);
                if !ends.is_empty() {
                    let not = self.ends(not, at);
                    ends.retain(|end| !not.contains(end));
                }
                ends
            }
        }
    }

    fn named(&mut self, name: usize, at: usize) -> Ends {
        let place = name * (self.text.len() + 1) + at;
        if let Some(ends) = &self.known[place] {
            return ends.clone();
        }
        let grammar = self.grammar;
        let ends: Ends = self.ends(&grammar.productions[name], at).into();
        self.known[place] = Some(ends.clone());
        ends
    }

    fn repeat(&mut self, part: &Item, at: usize) -> Vec<usize> {
        let mut ends = vec![at];
        if let Node::Character(set) = part.node {
            let mut at = at;
            while let Some(next) = self.character(set, at) {
                ends.push(next);
                at = next;
            }
            return ends;
        }
        let mut new = vec![at];
        while let Some(at) = new.pop() {
            for end in self.ends(part, at) {
                if let Err(place) = ends.binary_search(&end) {
                    ends.insert(place, end);
                    new.push(end);
                }
            }
        }
        ends
    }

    fn character(&self, set: Set, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let byte = *bytes.get(at)?;
        if !set.has(byte) {
            return None;
        }
        if byte.is_ascii() {
            return Some(at + 1);
        }
        let char = self.text[at..].chars().next()?;
        (char != '\u{feff}').then(|| at + char.len_utf8())
    }

    fn prose(&self, prose: Prose, at: usize) -> Vec<usize> {
        let (before, rest) = self.text.split_at(at);
        match prose {
            Prose::Newline if rest.starts_with("\r\n") => vec![at + 2],
            Prose::Newline => vec![at + 1],
            Prose::ByteOrderMark if rest.starts_with(BOM) => vec![at + BOM.len()],
            Prose::AfterBlank if before.is_empty() || before.ends_with([' ', '\t', '\n', '\r']) => {
                vec![at]
            }
            Prose::Inline => {
                let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
                let rest = rest.split(['\n', '\r']).next().unwrap_or_default();
                if line.contains('{') && rest.contains('}') { vec![at] } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }
}

/// Adds places to others, in order.
fn merge(places: &mut Vec<usize>, more: Vec<usize>) {
    if places.is_empty() {
        *places = more;
        return;
    }
    for place in more {
        if let Err(index) = places.binary_search(&place) {
            places.insert(index, place);
        }
    }
}
