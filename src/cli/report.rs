//! The results of the expectations of a file, in the formats of `puzzled test --format`.

use serde::Serialize;
use serde_json::Value;

use super::args::Report;
use crate::diag::{Diagnostic, Severity, clip};
use crate::render::{Extent, annotation, github, json_line, one_line, places, xml_escape};
use crate::session::{Judgment, codes};
use crate::syntax::{Expected, expected_lines};
use crate::text::{Source, Span};

/// The result of one expectation.
#[derive(Debug)]
pub(super) struct Record {
    /// The whole command.
    pub(super) span: Span,
    /// The puzzle that the command went to; `None` if it is unknown.
    pub(super) puzzle: Option<String>,
    /// The command without a prefix and without its expectation.
    pub(super) command: Span,
    /// The expected answer.
    pub(super) expected: Expected,
    /// Its result.
    pub(super) judgment: Judgment,
    /// The answer found: the whole answer if a whole one was expected, else its first line. `None`
    /// if there is no answer to compare.
    pub(super) found: Option<String>,
}

/// A command without an expectation that was not solved.
pub(super) struct Unanswered {
    pub(super) span: Span,
    /// Its answer, and what to do.
    pub(super) why: String,
}

/// A file, as reports show it.
pub(super) struct File<'a> {
    /// Its text.
    pub(super) source: &'a Source,
    /// The results of its expectations, in the order of the text.
    pub(super) records: &'a [Record],
    /// Its diagnostics, in the order of the text.
    pub(super) found: &'a [Diagnostic],
    /// Commands without an expectation that were not solved, with what to do.
    pub(super) unanswered: &'a [Unanswered],
    /// True if right answers are not shown.
    pub(super) hides: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object<'a> {
    file: &'a str,
    puzzle: Option<&'a str>,
    outcome: &'static str,
    command: &'a str,
    expected: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Value>,
    #[serde(flatten)]
    extent: Extent,
}

/// Returns the text before the report of the first file, and the text after that of the last one.
pub(super) fn frame(format: Report) -> [&'static str; 2] {
    match format {
        Report::Junit => {
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", "</testsuites>\n"]
        }
        Report::Human | Report::Json | Report::Github => [""; 2],
    }
}

impl File<'_> {
    /// Returns the report of the file. The report for people is not made here.
    pub(super) fn text(&self, format: Report) -> String {
        match format {
            Report::Human => String::new(),
            Report::Json => self.records.iter().map(|one| json_line(&self.object(one))).collect(),
            Report::Junit => self.junit(),
            Report::Github => self.github(),
        }
    }

    /// Returns the diagnostics that no record of the report says already.
    pub(super) fn others(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().filter(|one| {
            let of_record = || {
                let at = self.records.partition_point(|record| record.span.end < one.span.start);
                self.records.get(at).is_some_and(|record| {
                    record.judgment == Judgment::GaveUp && record.span.start <= one.span.start
                })
            };
            !(one.code.judges || *one.code == codes::GAVE_UP && of_record())
        })
    }

    fn object<'a>(&'a self, one: &'a Record) -> Object<'a> {
        Object {
            file: self.source.name(),
            puzzle: one.puzzle.as_deref(),
            outcome: one.judgment.word(),
            command: self.source.slice(one.command),
            expected: self.expected(one),
            found: (!self.hides).then(|| Value::from(one.found.as_deref())),
            extent: Extent::of(self.source, one.span),
        }
    }

    /// Returns the expected lines.
    fn expected(&self, one: &Record) -> String {
        match one.expected {
            Expected::Line(span) | Expected::Open(span) => self.source.slice(span).to_owned(),
            Expected::Block(span) => {
                let lines = expected_lines(self.source.text(), span);
                lines.iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Formats a record as one sentence.
    fn sentence(&self, one: &Record) -> String {
        let expected = self.expected(one);
        let found = one.found.as_deref().unwrap_or("no answer");
        match one.judgment {
            Judgment::Open => String::from("an open question"),
            Judgment::Held if one.found.is_none() => format!("`{}` holds", clip(&expected)),
            Judgment::Wrong if one.found.is_none() => {
                format!("`{}` does not hold", clip(&expected))
            }
            Judgment::Held => format!("found `{}`", clip(found)),
            Judgment::Wrong => format!("expected `{}`, found `{}`", clip(&expected), clip(found)),
            Judgment::Skipped => {
                format!("expected `{}`; not compared: an earlier fault", clip(&expected))
            }
            Judgment::GaveUp => format!("expected `{}`; {}", clip(&expected), clip(found)),
        }
    }

    /// Returns an annotation per expectation, then an annotation per diagnostic. Annotations of
    /// expectations that held appear only in the debug log.
    fn github(&self) -> String {
        let mut text = String::new();
        for one in self.records {
            let level = match one.judgment {
                Judgment::Held | Judgment::Open => "debug",
                Judgment::Skipped => "warning",
                Judgment::Wrong | Judgment::GaveUp => "error",
            };
            let title = match &one.puzzle {
                Some(puzzle) => format!("{}: {puzzle}", one.judgment.word()),
                None => String::from(one.judgment.word()),
            };
            let command = clip(self.source.slice(one.command));
            let message = format!("{command}: {}", self.sentence(one));
            text += &annotation(level, self.source, one.span, &title, &message);
        }
        for one in self.others() {
            text += &github(self.source, one);
        }
        for Unanswered { span, why } in self.unanswered {
            text += &annotation("error", self.source, *span, "unanswered", why);
        }
        text
    }

    /// Returns a test suite with a test case per expectation, and one per error that is not about
    /// an expectation.
    fn junit(&self) -> String {
        let count = |judgment| self.records.iter().filter(|one| one.judgment == judgment).count();
        let errors: Vec<(Span, &str, &str)> = self
            .others()
            .filter(|one| one.severity() == Severity::Error)
            .map(|one| (one.span, one.code.path, one.message.as_str()))
            .chain(self.unanswered.iter().map(|one| (one.span, "unanswered", one.why.as_str())))
            .collect();
        let name = xml(self.source.name());
        let mut text = format!(
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
            self.records.len() + errors.len(),
            count(Judgment::Wrong),
            count(Judgment::GaveUp) + errors.len(),
            count(Judgment::Skipped) + count(Judgment::Open),
        );
        let case = |class: &str, span: Span, title: &str, inside: &str| {
            let (at, _) = places(self.source, span);
            let end = match inside {
                "" => String::from("/>"),
                inside => format!(">\n      {inside}\n    </testcase>"),
            };
            format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{name}\" line=\"{}\"{end}\n",
                xml(class),
                xml(&format!("{}:{} {title}", at.line, at.column)),
                at.line,
            )
        };
        for one in self.records {
            let message = xml(&self.sentence(one));
            let inside = match one.judgment {
                Judgment::Held => String::new(),
                Judgment::Wrong if one.found.is_none() => {
                    format!("<failure type=\"wrong\" message=\"{message}\"/>")
                }
                Judgment::Wrong => format!(
                    "<failure type=\"wrong\" message=\"{message}\">expected:\n{}\n\nfound:\n{}</failure>",
                    xml_escape(&self.expected(one)),
                    xml_escape(one.found.as_deref().unwrap_or_default()),
                ),
                Judgment::GaveUp => format!("<error type=\"gave-up\" message=\"{message}\"/>"),
                Judgment::Skipped | Judgment::Open => format!("<skipped message=\"{message}\"/>"),
            };
            let class = one.puzzle.as_deref().unwrap_or_default();
            text += &case(class, one.span, self.source.slice(one.command), &inside);
        }
        for (span, kind, message) in errors {
            let inside = format!("<error type=\"{}\" message=\"{}\"/>", xml(kind), xml(message));
            text += &case("", span, kind, &inside);
        }
        text + "  </testsuite>\n"
    }
}

/// Escapes text for the value of an attribute, which keeps no line ends.
fn xml(text: &str) -> String {
    xml_escape(&one_line(text))
}
