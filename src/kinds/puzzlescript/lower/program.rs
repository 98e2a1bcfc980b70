//! Rules in groups, and loops over them.

use std::collections::BTreeMap;

use super::super::codes;
use super::super::game::{Group, Program, Rule};
use super::super::report::Report;
use super::expand::{Copies, expand};
use super::masks::compile;
use super::names::Names;
use super::parse::{Item, Line, Written, parse};
use super::superfluous::check_excluded;
use crate::kinds::puzzlescript::syntax::Draft;
use crate::text::Span;

/// The room for the compiled rules of a game, in cells of both sides: full, a game takes about
/// 150 MB.
const MOST_CELLS: usize = 600_000;

/// The most groups with a rigid rule.
const MOST_RIGID: usize = 30;

/// A `startloop` or an `endloop`.
#[derive(Clone, Copy, Debug)]
struct Mark {
    line: u32,
    span: Span,
    is_start: bool,
}

/// The rules of a game.
pub(super) struct Rules {
    /// The rules as they are written.
    pub written: Vec<Written>,
    /// The compiled rules; `None` if an error keeps all rules from being compiled.
    pub programs: Option<[Program; 2]>,
    marks: Vec<Mark>,
}

/// Reads and compiles all rules.
pub(super) fn rules(draft: &Draft<'_>, names: &Names<'_>, report: &mut Report<'_>) -> Rules {
    let mut written: Vec<Written> = Vec::new();
    let mut marks = Vec::new();
    for line in &draft.rules {
        if report.is_full() {
            break;
        }
        match parse(line, written.last(), names, draft, report) {
            Line::Rule(rule) => written.push(*rule),
            Line::Start(span) => marks.push(Mark { line: line.line, span, is_start: true }),
            Line::End(span) => marks.push(Mark { line: line.line, span, is_start: false }),
            Line::Dropped => {}
        }
    }
    check_excluded(&mut written, names, report);
    let mut rules = Rules { written, programs: None, marks };
    report.at_line(0);
    if rules.written.iter().any(Written::is_uneven) {
        return rules;
    }

    // A set takes a bit for each object, and five for each layer.
    let width = 1 + (names.by_id.len() + 5 * names.layers.len()) / 512;
    let mut room = MOST_CELLS / width;
    let mut is_ambiguous = false;
    let mut expanded = Vec::with_capacity(rules.written.len());
    for rule in &rules.written {
        report.at_line(rule.line);
        let Copies { copies, is_ambiguous: ambiguous } = expand(rule, names, &mut room, report);
        is_ambiguous |= ambiguous;
        expanded.push(copies);
    }
    report.at_line(0);
    if is_ambiguous {
        return rules;
    }

    let mut groups = [BTreeMap::new(), BTreeMap::new()];
    for (rule, copies) in rules.written.iter().zip(expanded) {
        report.at_line(rule.line);
        for copy in copies {
            let Some(compiled) = compile(&copy, rule, names, report) else { continue };
            let group = groups[usize::from(rule.late)].entry(rule.group).or_insert_with(Vec::new);
            let excluding = compiled.clash.map(|(item, other)| [item, other]);
            group.push(Member { rule: compiled.rule, excluding, is_random: rule.random });
        }
    }
    let [normal, late] = groups;
    let [normal, late] = [normal, late].map(|groups| program(groups, names, report));
    report.at_line(0);
    rules.programs = Some([rigid(normal, report), late]);
    rules
}

/// A rule of a group.
struct Member {
    rule: Rule,
    /// Names in it that exclude each other.
    excluding: Option<[Item; 2]>,
    is_random: bool,
}

/// Makes a program of groups, without rules that can never match.
fn program(
    groups: BTreeMap<u32, Vec<Member>>,
    names: &Names<'_>,
    report: &mut Report<'_>,
) -> Program {
    let mut program = Program::default();
    for members in groups.into_values() {
        let lines: Vec<u32> = members.iter().map(|member| member.rule.line).collect();
        let mut kept: Vec<Member> = Vec::with_capacity(members.len());
        for (at, member) in members.into_iter().enumerate() {
            let Some([item, other]) = member.excluding else {
                kept.push(member);
                continue;
            };
            // A rule none of whose copies is left is an error.
            let line = member.rule.line;
            report.at_line(line);
            let before = kept.last().is_some_and(|kept| kept.rule.line == line);
            let after = lines.get(at + 1) == Some(&line);
            if !before && !after {
                let words = (names.text(item.name), names.text(other.name));
                report.push(codes::impossible_cell(item.span, words.0, other.span, words.1));
            }
        }
        let Some(first) = kept.first() else { continue };
        let random = first.is_random;
        let rules = kept.into_iter().map(|member| member.rule).collect();
        program.groups.push(Group { rules, random, rigid: None });
    }
    program
}

/// Numbers the groups with a rigid rule.
fn rigid(mut program: Program, report: &mut Report<'_>) -> Program {
    let mut count = 0;
    for group in &mut program.groups {
        if group.rules.iter().any(|rule| rule.rigid) {
            if count == MOST_RIGID
                && let Some(first) = group.rules.first()
            {
                report.push(codes::many_rigid(first.span));
            }
            group.rigid = Some(count);
            count += 1;
        }
    }
    program
}

impl Rules {
    /// Enters the loops into the programs.
    pub(super) fn close_loops(&mut self, report: &mut Report<'_>) {
        for (at, mark) in self.marks.iter().enumerate() {
            match (at % 2 == 0, mark.is_start) {
                (true, false) => report.push(codes::stray_endloop(mark.span)),
                (false, true) => report.push(codes::nested_loop(mark.span)),
                _ => {}
            }
        }
        if self.marks.len() % 2 == 1
            && let Some(&last) = self.marks.last()
        {
            report.push(codes::unclosed_loop(last.span));
            self.marks.push(last);
        }
        let Some(programs) = &mut self.programs else { return };
        for program in programs {
            program.loops = loops(&program.groups, &self.marks, report);
        }
    }
}

/// Returns the group to go back to after each group.
fn loops(groups: &[Group], marks: &[Mark], report: &mut Report<'_>) -> Vec<Option<usize>> {
    let mut loops = vec![None; groups.len()];
    for pair in marks.chunks_exact(2) {
        let (start, end) = (pair[0], pair[1]);
        let mut first_group = None;
        for (at, group) in groups.iter().enumerate() {
            let (Some(first), Some(last)) = (group.rules.first(), group.rules.last()) else {
                continue;
            };
            let is_within = |line: u32| first.line <= line && line <= last.line;
            if is_within(start.line) {
                report.push(codes::loop_in_group(start.span, start.span, last.span));
            } else if is_within(end.line) {
                report.push(codes::loop_in_group(start.span, end.span, last.span));
            }
            if end.line < first.line {
                break;
            }
            if start.line <= first.line && first.line <= end.line {
                let target = *first_group.get_or_insert(at);
                if at > 0 && loops[at - 1] == Some(target) {
                    loops[at - 1] = None;
                }
                loops[at] = Some(target);
            }
        }
    }
    loops
}
