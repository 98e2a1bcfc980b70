//! Puzzles with their questions as pages for printing: one HTML file without scripts, whose style
//! lays out the pages.

use std::fmt::Write;

use super::svg::{INK, drawing, escape};
use crate::puzzle::common::meaning;
use crate::puzzle::rank::Class;
use crate::puzzle::{Board, Role, Task};
use crate::scene::{Frame, Scene};
use crate::syntax::{Command, Declaration, Expected, Fragment, Key, Meta};
use crate::text::{Source, Span};

/// The form of the pages.
#[derive(Clone, Debug)]
pub struct Worksheet {
    /// The line at the top of the first page; none if it is empty.
    pub title: String,
    /// The size of a page as CSS names it: `A4`, `letter`.
    pub paper: &'static str,
    /// Puzzles side by side.
    pub columns: usize,
    /// True if the candidates of empty cells are shown.
    pub pencil_marks: bool,
    /// True for a key, in which everything is smaller: nothing is written on it.
    pub is_key: bool,
}

/// A puzzle on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its name in the document, which is above it unless it has a title.
    pub name: String,
    /// Its metadata: the title, the author and the source are printed.
    pub meta: Meta,
    /// The puzzle.
    pub scene: Scene,
    /// The scene that it must become, if the picture does not show it.
    pub goal: Option<Scene>,
    /// Facts that a reader must know, one per line.
    pub notes: Vec<String>,
    /// A table that is needed to work on paper; its first row is its head.
    pub table: Vec<Vec<String>>,
}

impl Sheet {
    /// Returns a puzzle in its current state.
    pub fn of(source: &Source, declaration: &Declaration, puzzle: &mut Board) -> Self {
        let name = declaration.name_word(source);
        let scene = puzzle.scene(name);
        let Task { goal, notes, table } = puzzle.task(name);
        let meta = Meta::of(source.slice(declaration.meta));
        Self { name: name.to_owned(), meta, scene, goal, notes, table }
    }

    /// Returns a level of the puzzle, by its number from 1.
    #[must_use]
    pub fn of_level(&self, number: usize, level: &mut Board) -> Self {
        let scene = level.scene(&self.name);
        Self { name: format!("{}:{number}", self.name), scene, ..self.clone() }
    }

    /// Returns the text above the puzzle: its title, or else its name.
    fn heading(&self) -> String {
        self.meta.title().unwrap_or_else(|| self.name.clone())
    }

    /// Returns the line below the heading, if the author is known.
    fn byline(&self) -> Option<String> {
        self.meta.get(Key::Author).map(|author| format!("by {}", author.replace('\n', ", ")))
    }
}

/// A puzzle with its questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The puzzle.
    pub puzzle: Sheet,
    /// The class of a sudoku, unless it is unknown or withheld.
    pub class: Option<Class>,
    /// The questions.
    pub questions: Vec<Question>,
    /// The comment that asks the last question.
    asked_by: Option<Span>,
}

impl Exercise {
    /// Returns an exercise without questions.
    pub fn new(puzzle: Sheet, class: Option<Class>) -> Self {
        Self { puzzle, class, questions: Vec::new(), asked_by: None }
    }

    /// Adds the question that a command asks. Commands below the same comment are one question.
    pub fn add(&mut self, source: &Source, command: &Command, answer: Answered) {
        let comment = task_comment(source, command.span);
        match self.questions.last_mut() {
            Some(question) if comment.is_some() && comment == self.asked_by => {
                question.answers.push(answer);
            }
            _ => {
                let task = match comment {
                    Some(place) => Instruction::Words(task_words(source.slice(place))),
                    None => Instruction::Command(source.slice(command.text).to_owned()),
                };
                self.questions.push(Question { task, answers: vec![answer] });
            }
        }
        self.asked_by = comment;
    }
}

/// A question about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The task in words, or the command.
    pub task: Instruction,
    /// The places for its answers, or the answers: one for each command of the question.
    pub answers: Vec<Answered>,
}

/// The task of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Words.
    Words(String),
    /// The command that answers it.
    Command(String),
}

impl Question {
    /// Returns whether nothing of it is written, because it has no words and the picture of the
    /// puzzle answers it.
    fn is_silent(&self) -> bool {
        matches!(self.task, Instruction::Command(_))
            && self.answers.iter().all(|answer| *answer == Answered::InPicture)
    }

    /// Returns whether its words begin with a number of their own: `(a)`, `2.`, `iv)`.
    fn is_numbered(&self) -> bool {
        let Instruction::Words(words) = &self.task else { return false };
        let Some(first) = words.split_whitespace().next() else { return false };
        let Some(number) = first.strip_suffix([')', '.', ':']) else { return false };
        let number = number.strip_prefix('(').unwrap_or(number);
        let is_roman = || number.chars().all(|char| "ivx".contains(char));
        let is_letter = || number.len() == 1 && number.chars().all(char::is_alphabetic);
        let is_count = || number.len() <= 3 && number.chars().all(|char| char.is_ascii_digit());
        !number.is_empty() && (is_count() || is_letter() || is_roman())
    }
}

/// The content of the space below a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// No space, because the answer is filled into the picture of the puzzle.
    InPicture,
    /// This many lines to write on.
    Lines(usize),
    /// The answer as text.
    Text(String),
    /// The length of a solution in words, and its pictures.
    Strip(String, Vec<Frame>),
}

impl Answered {
    /// Lines to write an answer on at most.
    const LINES: usize = 12;

    /// Returns the space for an answer that somebody writes by hand; `None` if nothing is expected.
    pub fn blank(source: &Source, command: &Command, puzzle: &Board) -> Option<Self> {
        let expected = command.expected?;
        if solving_role(puzzle, source.slice(command.text)) == Some(Role::Fill) {
            return Some(Self::InPicture);
        }
        let count = match expected {
            Expected::Line(_) | Expected::Open(_) => 1,
            Expected::Block(span) => {
                let rows = source.slice(span).lines().filter(|line| !line.trim().is_empty());
                rows.count().clamp(1, Self::LINES)
            }
        };
        Some(Self::Lines(count))
    }
}

/// Returns the role of a command that solves a puzzle and has no arguments.
pub(crate) fn solving_role(puzzle: &Board, command: &str) -> Option<Role> {
    let info = puzzle.info();
    let (verb, rest) = meaning(info, Fragment { text: command, start: 0 })?;
    let role = verb.verb(info).role;
    (role.solves() && rest.is_empty()).then_some(role)
}

/// The style of the pages: lengths are those of paper.
const STYLE: &str = "\
*{box-sizing:border-box}body{margin:0;font:11pt/1.4 ui-sans-serif,system-ui,sans-serif;color:#000;\
background:#fff}\
h1{font-size:16pt;margin:0 0 6mm}h2{font-size:12pt;margin:0 0 2mm}h2,.notes{text-align:center}\
main{display:grid;gap:8mm;align-items:start}\
article,li,figure,table{break-inside:avoid}h2{break-after:avoid}\
.pictures{display:flex;gap:4mm;align-items:center;justify-content:center}\
.pictures svg{max-width:100%;max-height:170mm;min-width:0}\
.author{margin:-1mm 0 2mm;font-size:10pt;text-align:center}\
.notes{margin:2mm 0;font-size:10pt}.notes p{margin:0}\
ol{margin:3mm 0 0;padding-left:7mm}.numbered{list-style:none;padding-left:0}li{margin-bottom:3mm}.line{height:9mm;border-bottom:.3mm solid #555}\
.strip{display:flex;flex-wrap:wrap;gap:3mm;margin-top:2mm}\
figure{margin:0;width:24mm}figure svg{width:100%;height:auto;max-height:40mm}\
figcaption{font-size:8pt;text-align:center;overflow-wrap:anywhere}\
pre{margin:1mm 0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:10pt}\
table{border-collapse:collapse;margin:2mm auto;font-size:8.5pt;line-height:1.25}\
td,th{border:.2mm solid #888;padding:0 1.6mm;text-align:center;font-weight:400}\
th{font-weight:600}\
@media screen{body{max-width:210mm;margin:8mm auto;padding:0 8mm}}\n";

/// The style of a key in addition.
const KEY: &str = "body{font-size:10pt;line-height:1.3}.pictures svg{max-width:70%}\n";

/// Millimeters that a unit of a drawing takes at most: a cell is at most 16 wide.
const LARGEST: f64 = 16.0 / 48.0;

impl Worksheet {
    /// The text after the last puzzle.
    pub const FOOT: &str = "</main>\n</html>\n";

    /// Returns the text before the first puzzle.
    pub fn head(&self) -> String {
        let Self { title, paper, columns, is_key, .. } = self;
        let small = if *is_key { KEY } else { "" };
        let mut out = String::new();
        let head = if title.is_empty() { "Puzzles" } else { title };
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\"/>\n<title>{}</title>\n<style>\n\
         @page{{size:{paper};margin:14mm 14mm 16mm;@bottom-center{{font:9pt sans-serif;\
         content:counter(page) \" / \" counter(pages)}}}}\n\
         main{{grid-template-columns:repeat({columns},minmax(0,1fr))}}\n{STYLE}{small}\
         </style>\n",
            escape(head)
        );
        if !title.is_empty() {
            let _ = writeln!(out, "<h1>{}</h1>", escape(title));
        }
        out.push_str("<main>\n");
        out
    }

    /// Returns the text of a puzzle with its questions.
    pub fn exercise(&self, exercise: &Exercise) -> String {
        let pencil = if self.pencil_marks { ".pencil{display:inline;font-size:11px}" } else { "" };
        let mut out = String::new();
        write_exercise(exercise, &format!("{INK}{pencil}"), &mut out);
        out
    }
}

fn write_exercise(exercise: &Exercise, style: &str, out: &mut String) {
    let Sheet { scene, goal, notes, table, .. } = &exercise.puzzle;
    let _ = writeln!(out, "<article>\n<h2>{}</h2>", escape(&exercise.puzzle.heading()));

    let class = exercise.class.map(|class| class.to_string());
    let source = exercise.puzzle.meta.get(Key::Source).map(|source| source.replace('\n', ", "));
    let facts: Vec<_> = [exercise.puzzle.byline(), class, source].into_iter().flatten().collect();
    if !facts.is_empty() {
        let _ = writeln!(out, "<p class=\"author\">{}</p>", escape(&facts.join(" · ")));
    }

    out.push_str("<div class=\"pictures\">\n");
    write_picture(scene, &scene.title, style, out);
    if let Some(goal) = goal {
        out.push_str("<span>→</span>\n");
        write_picture(goal, "what it must become", style, out);
    }
    out.push_str("</div>\n");

    if !notes.is_empty() {
        out.push_str("<div class=\"notes\">");
        for note in notes {
            let _ = write!(out, "<p>{}</p>", escape(note));
        }
        out.push_str("</div>\n");
    }

    write_table(table, out);
    let mut questions =
        exercise.questions.iter().filter(|question| !question.is_silent()).peekable();
    if questions.peek().is_some() {
        let numbered = questions.clone().any(Question::is_numbered);
        out.push_str(if numbered { "<ol class=\"numbered\">\n" } else { "<ol>\n" });
        questions.for_each(|question| write_question(question, style, out));
        out.push_str("</ol>\n");
    }
    out.push_str("</article>\n");
}

/// Writes a picture that is also a document of its own, with its style.
fn write_picture(scene: &Scene, title: &str, style: &str, out: &mut String) {
    let (body, size) = drawing(scene);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.1}mm\" viewBox=\"0 0 {} {}\" role=\"img\" \
         aria-label=\"{}\">\n<style>\n{style}</style>\n{body}</svg>",
        size.width * LARGEST,
        size.width,
        size.height,
        escape(title)
    );
}

/// Returns the place of the comment that asks a question: its lines are directly above the command,
/// or above the statements that lead to it.
pub(crate) fn task_comment(source: &Source, command: Span) -> Option<Span> {
    let is_task = |line: &str| {
        line.strip_prefix("//").is_some_and(|text| {
            !text.starts_with('/') && !text.trim_start().starts_with("puzzled:")
        })
    };
    let text = source.text();
    let mut end = text[..command.start as usize].rfind('\n')?;
    let mut comment: Option<Span> = None;

    loop {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..end].trim();
        let is_part = match comment {
            _ if line.is_empty() || line.ends_with(['{', '}']) => false,
            None => true,
            Some(_) => is_task(line),
        };
        if !is_part {
            return comment;
        }
        if is_task(line) {
            let to = comment.map_or(end as u32, |comment| comment.end);
            comment = Some(Span::new(start as u32, to));
        }
        if start == 0 {
            return comment;
        }
        end = start - 1;
    }
}

/// Returns the words of a comment.
fn task_words(comment: &str) -> String {
    let lines = comment.lines().map(|line| line.trim().trim_start_matches('/').trim());
    lines.collect::<Vec<_>>().join(" ")
}

/// Writes a table whose first row is its head.
fn write_table(table: &[Vec<String>], out: &mut String) {
    let Some((head, rows)) = table.split_first() else { return };
    let row = |cells: &[String], cell: &str| {
        let cells = cells.iter().map(|text| format!("<{cell}>{}</{cell}>", escape(text)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = rows.iter().map(|cells| row(cells, "td")).collect();
    let _ = writeln!(out, "<table>\n{}{rows}</table>", row(head, "th"));
}

fn write_question(question: &Question, style: &str, out: &mut String) {
    let task = match &question.task {
        Instruction::Words(words) => escape(words),
        Instruction::Command(command) => format!("<code>{}</code>", escape(command)),
    };
    let _ = write!(out, "<li>{task}");
    question.answers.iter().for_each(|answer| write_answer(answer, style, out));
    out.push_str("</li>\n");
}

fn write_answer(answer: &Answered, style: &str, out: &mut String) {
    match answer {
        Answered::InPicture => {}
        Answered::Lines(count) => out.push_str(&"<div class=\"line\"></div>".repeat(*count)),
        Answered::Text(text) => {
            let _ = write!(out, "<pre>{}</pre>", escape(text));
        }
        Answered::Strip(length, frames) => {
            let _ = writeln!(out, "<pre>{}</pre><div class=\"strip\">", escape(length));
            for frame in frames {
                out.push_str("<figure>");
                write_picture(&frame.scene, &frame.label, style, out);
                let number = if frame.at == 0 { String::new() } else { format!("{}. ", frame.at) };
                let label = format!("{number}{}", frame.label);
                let _ = writeln!(out, "<figcaption>{}</figcaption></figure>", escape(&label));
            }
            out.push_str("</div>");
        }
    }
}
