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
    pub(super) answer: Option<String>,
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
    pub(super) diagnostics: &'a [Diagnostic],
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
            Report::Json => {
                self.records.iter().map(|record| json_line(&self.object(record))).collect()
            }
            Report::Junit => self.junit(),
            Report::Github => self.github(),
        }
    }

    /// Returns the diagnostics that no record of the report says already.
    pub(super) fn others(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| {
            let of_record = || {
                let at =
                    self.records.partition_point(|record| record.span.end < diagnostic.span.start);
                self.records.get(at).is_some_and(|record| {
                    record.judgment == Judgment::GaveUp
                        && record.span.start <= diagnostic.span.start
                })
            };
            !(diagnostic.code.judges || *diagnostic.code == codes::GAVE_UP && of_record())
        })
    }

    fn object<'a>(&'a self, record: &'a Record) -> Object<'a> {
        Object {
            file: self.source.name(),
            puzzle: record.puzzle.as_deref(),
            outcome: record.judgment.word(),
            command: self.source.slice(record.command),
            expected: self.expected(record),
            found: (!self.hides).then(|| Value::from(record.answer.as_deref())),
            extent: Extent::of(self.source, record.span),
        }
    }

    /// Returns the expected lines.
    fn expected(&self, record: &Record) -> String {
        match record.expected {
            Expected::Line(span) | Expected::Open(span) => self.source.slice(span).to_owned(),
            Expected::Block(span) => {
                let lines = expected_lines(self.source.text(), span);
                lines.iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Formats a record as one sentence.
    fn sentence(&self, record: &Record) -> String {
        let expected = self.expected(record);
        let answer = record.answer.as_deref().unwrap_or("no answer");
        match record.judgment {
            Judgment::Open => String::from("an open question"),
            Judgment::Held if record.answer.is_none() => format!("`{}` holds", clip(&expected)),
            Judgment::Wrong if record.answer.is_none() => {
                format!("`{}` does not hold", clip(&expected))
            }
            Judgment::Held => format!("found `{}`", clip(answer)),
            Judgment::Wrong => format!("expected `{}`, found `{}`", clip(&expected), clip(answer)),
            Judgment::Skipped => {
                format!("expected `{}`; not compared: an earlier fault", clip(&expected))
            }
            Judgment::GaveUp => format!("expected `{}`; {}", clip(&expected), clip(answer)),
        }
    }

    /// Returns an annotation per expectation, then an annotation per diagnostic. Annotations of
    /// expectations that held appear only in the debug log.
    fn github(&self) -> String {
        let mut text = String::new();
        for record in self.records {
            let level = match record.judgment {
                Judgment::Held | Judgment::Open => "debug",
                Judgment::Skipped => "warning",
                Judgment::Wrong | Judgment::GaveUp => "error",
            };
            let title = match &record.puzzle {
                Some(puzzle) => format!("{}: {puzzle}", record.judgment.word()),
                None => String::from(record.judgment.word()),
            };
            let command = clip(self.source.slice(record.command));
            let message = format!("{command}: {}", self.sentence(record));
            text += &annotation(level, self.source, record.span, &title, &message);
        }
        for diagnostic in self.others() {
            text += &github(self.source, diagnostic);
        }
        for Unanswered { span, why } in self.unanswered {
            text += &annotation("error", self.source, *span, "unanswered", why);
        }
        text
    }

    /// Returns a test suite with a test case per expectation, and one per error that is not about
    /// an expectation.
    fn junit(&self) -> String {
        let count =
            |judgment| self.records.iter().filter(|record| record.judgment == judgment).count();
        let errors: Vec<(Span, &str, &str)> = self
            .others()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .map(|diagnostic| (diagnostic.span, diagnostic.code.path, diagnostic.message.as_str()))
            .chain(
                self.unanswered
                    .iter()
                    .map(|command| (command.span, "unanswered", command.why.as_str())),
            )
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

        for record in self.records {
            let message = xml(&self.sentence(record));
            let inside = match record.judgment {
                Judgment::Held => String::new(),
                Judgment::Wrong if record.answer.is_none() => {
                    format!("<failure type=\"wrong\" message=\"{message}\"/>")
                }
                Judgment::Wrong => format!(
                    "<failure type=\"wrong\" message=\"{message}\">expected:\n{}\n\nfound:\n{}</failure>",
                    xml_escape(&self.expected(record)),
                    xml_escape(record.answer.as_deref().unwrap_or_default()),
                ),
                Judgment::GaveUp => format!("<error type=\"gave-up\" message=\"{message}\"/>"),
                Judgment::Skipped | Judgment::Open => format!("<skipped message=\"{message}\"/>"),
            };
            let class = record.puzzle.as_deref().unwrap_or_default();
            text += &case(class, record.span, self.source.slice(record.command), &inside);
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
