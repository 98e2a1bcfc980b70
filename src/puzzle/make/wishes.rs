//! The wishes of a call that makes puzzles, and how they are read.

use crate::diag::among;
use crate::puzzle::rank::Class;

/// A wish as it was given: the name of its option without dashes, and its text; empty if the option
/// takes none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The name of the option.
    pub name: &'static str,
    /// The text of its value.
    pub text: String,
}

/// The wishes of a call, in the order in which they are recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes(pub Vec<Wish>);

/// Numbers from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest number.
    pub least: u64,
    /// The largest number.
    pub most: u64,
}

impl Range {
    /// Returns whether a number is in the range.
    pub fn has(self, number: u64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// Returns how far a number is from the range; 0 if it is in it.
    pub fn distance(self, number: u64) -> u64 {
        self.least.saturating_sub(number).max(number.saturating_sub(self.most))
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
}

impl Size {
    /// Returns the number of its cells.
    pub fn area(self) -> usize {
        self.rows * self.columns
    }
}

/// The ends of a range as they are written: `A..B`, `A..`, `..B`, or `A` for `A..A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends<'a> {
    /// The first; `None` if the range is open there.
    pub least: Option<&'a str>,
    /// The last; `None` if the range is open there.
    pub most: Option<&'a str>,
}

impl<'a> Ends<'a> {
    /// Reads a range.
    pub fn of(text: &'a str) -> Self {
        let end = |text: &'a str| Some(text.trim()).filter(|text| !text.is_empty());
        match text.split_once("..") {
            None => Self { least: end(text), most: end(text) },
            Some((least, most)) => Self { least: end(least), most: end(most) },
        }
    }
}

/// Returns the classes of a range, the easiest first; `None` if the text is not one.
fn classes(text: &str) -> Option<impl Iterator<Item = Class>> {
    let ends = Ends::of(text);
    let easiest = ends.least.map_or(Some(Class::Easy), Class::of)?;
    let hardest = ends.most.map_or(Some(Class::Extreme), Class::of)?;
    Some(Class::ALL.into_iter().filter(move |class| (easiest..=hardest).contains(class)))
}

/// Returns a text with `-` in place of the signs that a name cannot hold.
fn plain(text: &str) -> String {
    text.replace(|char: char| !char.is_ascii_alphanumeric(), "-")
}

/// Returns the message for a value that is not of the form `expected`.
fn unexpected(wish: &Wish, expected: &str) -> String {
    format!("expected {expected} after `--{}`, found `{}`", wish.name, wish.text)
}

impl Wishes {
    /// Returns the text of an option, if it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.wish(name).map(|wish| wish.text.as_str())
    }

    /// Returns whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.wish(name).is_some()
    }

    fn wish(&self, name: &str) -> Option<&Wish> {
        self.0.iter().find(|wish| wish.name == name)
    }

    /// Reads a number.
    ///
    /// # Errors
    /// The message if it is not one.
    pub fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let read = |wish: &Wish| {
            wish.text.trim().parse().map_err(|_| unexpected(wish, "a number such as `3`"))
        };
        self.wish(name).map(read).transpose()
    }

    /// Reads a range of numbers. Open ends are those of `bounds`, beyond which no range may reach.
    ///
    /// # Errors
    /// The message if it is not a range, is empty, or has nothing of `bounds`.
    pub fn range(&self, name: &str, bounds: Range) -> Result<Option<Range>, String> {
        let read = |wish: &Wish| {
            let ends = Ends::of(&wish.text);
            let number = |end: Option<&str>, open: u64| end.map_or(Ok(open), str::parse);
            let both = (number(ends.least, bounds.least), number(ends.most, bounds.most));
            let (Ok(least), Ok(most)) = both else {
                return Err(unexpected(wish, "a range such as `10..20`, `10..`, `..20` or `12`"));
            };
            if least > most && ends.least.is_some() && ends.most.is_some() {
                return Err(format!(
                    "the range `{}` after `--{name}` is empty; write the smaller number first",
                    wish.text
                ));
            }
            if least > bounds.most || most < bounds.least {
                let Range { least, most } = bounds;
                return Err(match most {
                    u64::MAX => format!("`--{name}` must reach {least} or more"),
                    _ => format!("`--{name}` must have a number from {least} to {most}"),
                });
            }
            Ok(Range { least: least.max(bounds.least), most: most.min(bounds.most) })
        };
        self.wish(name).map(read).transpose()
    }

    /// Reads a size such as `6x6`; each side must be in `sides`.
    ///
    /// # Errors
    /// The message if it is not one, or if a side is too short or too long.
    pub fn size(&self, name: &str, sides: Range) -> Result<Option<Size>, String> {
        let read = |wish: &Wish| {
            let sides_of = || {
                let (rows, columns) = wish.text.split_once(['x', 'X', '×'])?;
                let side = |text: &str| text.trim().parse::<u64>().ok();
                Some((side(rows)?, side(columns)?))
            };
            let (rows, columns) =
                sides_of().ok_or_else(|| unexpected(wish, "rows and columns such as `6x6`"))?;
            if !sides.has(rows) || !sides.has(columns) {
                let Range { least, most } = sides;
                return Err(format!("the sides after `--{name}` must be from {least} to {most}"));
            }
            Ok(Size { rows: rows as usize, columns: columns as usize })
        };
        self.wish(name).map(read).transpose()
    }

    /// Returns the wishes for each class that `--class` spans, the easiest first; the wishes as they
    /// are if there is no such range, or if a technique decides the class.
    pub fn by_class(&self) -> Vec<Self> {
        let spanned = self.text("class").filter(|_| !self.has("technique")).and_then(classes);
        let Some(spanned) = spanned else { return vec![self.clone()] };
        let with = |class: Class| {
            let text = |wish: &Wish| match wish.name {
                "class" => class.to_string(),
                _ => wish.text.clone(),
            };
            Self(self.0.iter().map(|wish| Wish { name: wish.name, text: text(wish) }).collect())
        };
        spanned.map(with).collect()
    }

    /// Returns the wishes as a part of a name, with a `-` before each: `-moves-10-20-strict`. Before a
    /// class is its number, so that names sort from easy to hard.
    pub fn name(&self) -> String {
        let part = |Wish { name, text }: &Wish| match (*name, Class::of(text)) {
            ("class", Some(class)) => format!("-{}-{class}", class as usize + 1),
            ("technique", _) => format!("-{}", plain(text)),
            _ if text.is_empty() => format!("-{name}"),
            _ => match text.split_once("..") {
                Some((least, "")) => format!("-{name}-{}-up", plain(least)),
                Some(("", most)) => format!("-{name}-up-to-{}", plain(most)),
                Some((least, most)) => format!("-{name}-{}-{}", plain(least), plain(most)),
                None => format!("-{name}-{}", plain(text)),
            },
        };
        self.0.iter().map(part).collect()
    }

    /// Refuses the options that a kind does not take.
    ///
    /// # Errors
    /// The message, which names those that it takes.
    pub(super) fn only(&self, kind: &str, options: &[&str]) -> Result<(), String> {
        let Some(other) = self.0.iter().find(|wish| !options.contains(&wish.name)) else {
            return Ok(());
        };
        let options: Vec<_> = options.iter().map(|name| format!("--{name}")).collect();
        let takes = among(options.iter().map(String::as_str));
        Err(format!("{kind} puzzles have no option `--{}`; they take {takes}", other.name))
    }
}

/// Writes the options as they are typed: `--moves 45.. --size 6x6`.
impl std::fmt::Display for Wishes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, Wish { name, text }) in self.0.iter().enumerate() {
            let between = if at > 0 { " " } else { "" };
            let space = if text.is_empty() { "" } else { " " };
            write!(f, "{between}--{name}{space}{text}")?;
        }
        Ok(())
    }
}
