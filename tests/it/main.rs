//! The integration tests, in one binary so that the library is linked once.

#![allow(unreachable_pub)] // what the modules share stays within this binary

mod common;
mod schema;
mod screen;
mod xml;

mod allow;
mod answers;
mod book;
mod cli;
mod design;
mod drawn;
mod dresses;
mod examples;
mod explain;
// The program has its faults only if it has its assertions.
#[cfg(all(unix, debug_assertions))]
mod faults;
#[cfg(unix)]
mod files;
mod fixes;
mod focus;
mod folders;
mod foreign;
mod formats;
mod forms;
mod fuzz;
mod games;
mod goal;
mod grade;
mod grammar;
mod help;
mod incremental;
mod language;
mod lists;
mod lsp;
mod make;
mod marks;
mod memory;
mod messages;
mod metadata;
mod metrics;
mod mutants;
mod one_answer;
mod one_fault;
mod open;
mod own_kind;
mod parts;
mod perft;
mod prints;
mod prompt_json;
mod rank;
mod repl;
mod reports;
mod room;
mod slips;
#[cfg(unix)]
mod special;
mod states;
mod stops;
#[cfg(unix)]
mod streams;
mod terminal;
mod tidy;
mod timeline;
mod truth;
mod unknown;
mod verdicts;
mod verify;
mod versions;
mod whole;
mod wrong;
