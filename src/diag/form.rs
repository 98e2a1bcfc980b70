//! The sentences of a code, as data.

/// The part of a diagnostic that a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The message.
    Message,
    /// The word at its place.
    Label,
    /// A word at a related place.
    Also,
    /// The help.
    Help,
    /// The title of a fix.
    Fix,
}

/// One form of a diagnostic: for each of its parts the possible texts, of which it shows one. Names
/// in braces are placeholders.
#[derive(Debug)]
pub struct Form(pub &'static [(Part, &'static [&'static str])]);

impl Form {
    /// Returns the texts of a part.
    pub fn texts(&self, part: Part) -> impl Iterator<Item = &'static str> {
        let of_part = self.0.iter().filter(move |(section, _)| *section == part);
        of_part.flat_map(|(_, texts)| *texts).copied()
    }
}

/// Returns the pieces of a text between its placeholders, and the placeholders.
fn pieces(template: &str) -> (Vec<String>, Vec<&str>) {
    let mut pieces = vec![String::new()];
    let mut names = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        let last = pieces.len() - 1;
        pieces[last].push_str(&rest[..at]);
        if rest[at..].starts_with("{{") || rest[at..].starts_with("}}") {
            pieces[last].push_str(&rest[at..=at]);
            rest = &rest[at + 2..];
        } else {
            let end = rest[at..].find('}').map_or(rest.len(), |length| at + length);
            names.push(&rest[at + 1..end]);
            pieces.push(String::new());
            rest = rest.get(end + 1..).unwrap_or_default();
        }
    }
    let last = pieces.len() - 1;
    pieces[last].push_str(rest);
    (pieces, names)
}

/// Returns a text as people read it: a placeholder is a word in capital letters.
pub fn readable(template: &str) -> String {
    let (pieces, names) = pieces(template);
    let name = |name: &&str| name.split(':').next().unwrap_or_default().to_uppercase();
    let names = names.iter().map(name).chain([String::new()]);
    pieces
        .into_iter()
        .zip(names)
        .flat_map(|(piece, name)| [piece, name.replace('_', " ")])
        .collect()
}

/// Returns whether a text is the template with something in place of each placeholder.
pub fn is_of(template: &str, text: &str) -> bool {
    let (pieces, _) = pieces(template);
    let last = &pieces[pieces.len() - 1];
    let first = &pieces[0];
    let Some(mut rest) = text.strip_prefix(&**first) else { return false };
    if pieces.len() == 1 {
        return rest.is_empty();
    }
    for piece in &pieces[1..pieces.len() - 1] {
        let Some(at) = rest.find(&**piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(&**last)
}

/// A word of the user as texts show it: at most 40 characters of it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a>(pub &'a str);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::clip(self.0))
    }
}

/// Declares the codes of an area and, first, the name of the list that holds all of them in this
/// order. A code has a path, a title and a page, and a function for each of its forms:
///
/// ```text
/// STANDS_ELSEWHERE = Code::error("klotski::stands-elsewhere", "a move from …", "codes/….md") {
///     fn stands_elsewhere(label: Shown<'_>, at: Cell, span: Span) {
///         at span => "block `{label}` stands at {at}", "it is not here";
///         help "begin the move at {at}";
///         fix Guess, "Replace by `{at}`", span => at.to_string();
///     }
/// }
/// ```
///
/// `+ [GROUP]` adds the forms of a group that [`forms`] declares.
macro_rules! codes {
    (
        $(#[$about:meta])* $seen:vis $list:ident;
        $(
            $name:ident = Code::$severity:ident($path:literal, $title:literal, $page:literal)
            $(.$mark:ident())* $(+ [$($group:path),*])? $({ $($forms:tt)* })? $(;)?
        )*
    ) => {
        $(#[$about])* $seen static $list: &[&$crate::diag::Code] = &[$(&$name),*];
        $(
            #[doc = $title]
            $seen static $name: $crate::diag::Code =
                $crate::diag::Code::$severity($path, $title, include_str!($page))
                    $(.$mark())*
                    .saying(&[$($($group,)*)? $($crate::diag::forms!(@list $($forms)*))?]);
            $($crate::diag::forms!(@each [$seen] [&$name] $($forms)*);)?
        )*
    };
}
pub(crate) use codes;

/// Declares groups of forms that several codes share; the code of a form is an expression.
///
/// A form is a function. Its body binds names (`let`), and says the place with message and label
/// (`at`), related places (`also` for one, `each` for several), the help, fixes, and the word that
/// is intended instead (`near`, which takes the place of the help). A text can capture names; in
/// its place there can be a list `[condition => text, …, else text]`, of which the first is taken
/// whose condition holds. `when PATTERN = VALUE => { … }` says what is added only then, and
/// `for PATTERN in LIST => { … }` what is added for each of a list.
macro_rules! forms {
    ($($(#[$about:meta])* $seen:vis $group:ident = $code:expr => { $($forms:tt)* })*) => {$(
        $(#[$about])*
        $seen const $group: &[$crate::diag::Form] = $crate::diag::forms!(@list $($forms)*);
        $crate::diag::forms!(@each [$seen] [$code] $($forms)*);
    )*};
    (@list $(
        $(#[$about:meta])* fn $name:ident $([$($generic:tt)*])? ($($arg:ident: $type:ty),* $(,)?)
        { $($body:tt)* }
    )*) => { &[$($crate::diag::forms!(@form [] $($body)*)),*] };
    (@each [$seen:vis] [$code:expr] $(
        $(#[$about:meta])* fn $name:ident $([$($generic:tt)*])? ($($arg:ident: $type:ty),* $(,)?)
        { $($body:tt)* }
    )*) => {$(
        $(#[$about])*
        $seen fn $name $(<$($generic)*>)? ($($arg: $type),*) -> $crate::diag::Diagnostic {
            $crate::diag::forms!(@run fault [$code] $($body)*);
            fault
        }
    )*};

    (@form [$($done:tt)*]) => { $crate::diag::Form(&[$($done)*]) };
    (@form [$($done:tt)*] let $name:pat = $value:expr; $($rest:tt)*) => {
        $crate::diag::forms!(@form [$($done)*] $($rest)*)
    };
    (@form [$($done:tt)*] at $at:expr => $message:tt, $label:tt; $($rest:tt)*) => {
        $crate::diag::forms!(@form [
            $($done)*
            ($crate::diag::Part::Message, $crate::diag::forms!(@texts $message)),
            ($crate::diag::Part::Label, $crate::diag::forms!(@texts $label)),
        ] $($rest)*)
    };
    (@form [$($done:tt)*] also $at:expr => $text:tt; $($rest:tt)*) => {
        $crate::diag::forms!(@form [
            $($done)* ($crate::diag::Part::Also, $crate::diag::forms!(@texts $text)),
        ] $($rest)*)
    };
    (@form [$($done:tt)*] each $at:expr => $text:tt; $($rest:tt)*) => {
        $crate::diag::forms!(@form [$($done)*] also $at => $text; $($rest)*)
    };
    (@form [$($done:tt)*] help $text:tt; $($rest:tt)*) => {
        $crate::diag::forms!(@form [
            $($done)* ($crate::diag::Part::Help, $crate::diag::forms!(@texts $text)),
        ] $($rest)*)
    };
    (@form [$($done:tt)*] near $at:expr => $near:expr; $($rest:tt)*) => {
        $crate::diag::forms!(@form [
            $($done)* ($crate::diag::Part::Help, &["did you mean `{near}`?"]),
            ($crate::diag::Part::Fix, &["Replace by `{near}`"]),
        ] $($rest)*)
    };
    (@form [$($done:tt)*] fix $sure:expr, $title:tt, $at:expr $(=> $text:expr)?; $($rest:tt)*) => {
        $crate::diag::forms!(@form [
            $($done)* ($crate::diag::Part::Fix, $crate::diag::forms!(@texts $title)),
        ] $($rest)*)
    };
    (@form [$($done:tt)*] when $if:pat = $value:expr => { $($then:tt)* } $($rest:tt)*) => {
        $crate::diag::forms!(@form [$($done)*] $($then)* $($rest)*)
    };
    (@form [$($done:tt)*] for $element:pat in $elements:expr => { $($each:tt)* } $($rest:tt)*) => {
        $crate::diag::forms!(@form [$($done)*] $($each)* $($rest)*)
    };

    (@texts [$($when:expr => $text:literal,)* else $last:literal $(,)?]) => {
        &[$($text,)* $last]
    };
    (@texts $text:literal) => { &[$text] };

    (@run $fault:ident [$code:expr]) => {};
    (@run $fault:ident [$code:expr] let $name:pat = $value:expr; $($rest:tt)*) => {
        let $name = $value;
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr] at $at:expr => $message:tt, $label:tt; $($rest:tt)*) => {
        let $fault = $crate::diag::Diagnostic::new(
            $code,
            $at,
            $crate::diag::forms!(@say $message),
            $crate::diag::forms!(@say $label),
        );
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr] also $at:expr => $text:tt; $($rest:tt)*) => {
        let $fault = $fault.also($at, $crate::diag::forms!(@say $text));
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr] each $at:expr => $text:tt; $($rest:tt)*) => {
        let $fault = $fault.also_at($at, $crate::diag::forms!(@say $text));
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr] help $text:tt; $($rest:tt)*) => {
        let $fault = $fault.help($crate::diag::forms!(@say $text));
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr] near $at:expr => $near:expr; $($rest:tt)*) => {
        let $fault = match $near {
            Some(near) => $fault.did_you_mean($at, near),
            None => $fault,
        };
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr]
        fix $sure:expr, $title:tt, $at:expr => $text:expr; $($rest:tt)*) => {
        let title = $crate::diag::forms!(@say $title);
        let $fault = $fault.fix($crate::diag::Fix::new($sure, title, $at, $text));
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr] fix $sure:expr, $title:tt, $edits:expr; $($rest:tt)*) => {
        let title = $crate::diag::forms!(@say $title);
        let $fault = $fault.fix($crate::diag::Fix::of($sure, title, $edits));
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr]
        when $if:pat = $value:expr => { $($then:tt)* } $($rest:tt)*) => {
        let $fault = if let $if = $value {
            $crate::diag::forms!(@run $fault [$code] $($then)*);
            $fault
        } else {
            $fault
        };
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };
    (@run $fault:ident [$code:expr]
        for $element:pat in $elements:expr => { $($each:tt)* } $($rest:tt)*) => {
        let mut $fault = $fault;
        for $element in $elements {
            $fault = {
                $crate::diag::forms!(@run $fault [$code] $($each)*);
                $fault
            };
        }
        $crate::diag::forms!(@run $fault [$code] $($rest)*);
    };

    (@say [$($when:expr => $text:literal,)* else $last:literal $(,)?]) => {
        $(if $when { format!($text) } else)* { format!($last) }
    };
    (@say $text:literal) => { format!($text) };
}
pub(crate) use forms;
