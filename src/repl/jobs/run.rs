//! Starting jobs, waiting for them, and showing their answers.

use std::time::Duration;

use crate::diag::{Diagnostic, Severity, Sink, clip, counted};
use crate::host::{Limits, Runner};
use crate::kinds::KINDS;
use crate::puzzle::Verdict;
use crate::render::sanitize;
use crate::repl::output::Output;
use crate::repl::output::printer::Asked;
use crate::repl::output::summary::{paused, resume};
use crate::repl::shell::Shell;
use crate::session::Event;
use crate::syntax::codes::{self, BACKGROUND};
use crate::syntax::{Command, Document, Fragment, Statement};
use crate::text::{Source, Span};

use super::{End, Ended};

/// Returns the `&` at the end of a command that is to run in the background.
pub(crate) fn background_of(text: &str, one: &Command) -> Option<Span> {
    let end = one.span.end as usize;
    let is_asked = one.expected.is_none() && text[one.text.range().end..end].trim() == "&";
    is_asked.then(|| Span::new(one.span.end - 1, one.span.end))
}

/// Drops what the parser says about a `&` that the prompt understands.
pub(crate) fn allow(text: &str, document: &mut Document, sink: &mut Sink) {
    let mut allowed = Vec::new();
    for (at, statement) in document.statements.iter().enumerate() {
        if let Statement::Command(one) = statement
            && let Some(sign) = background_of(text, one)
        {
            allowed.push((at as u32, one.span, sign));
        }
    }
    if allowed.is_empty() {
        return;
    }
    let signs = |one: &Diagnostic| allowed.iter().any(|(_, _, sign)| *sign == one.span);
    sink.retain_since(0, |one| *one.code != BACKGROUND || !signs(one));
    let found = sink.found();
    document.unsound.retain(|at| {
        let Some((_, span, _)) = allowed.iter().find(|(number, ..)| number == at) else {
            return true;
        };
        let inside = |one: &Diagnostic| one.span.start >= span.start && one.span.end <= span.end;
        found.iter().any(|one| one.severity() == Severity::Error && inside(one))
    });
}

/// Runs a command in the background. Returns false if it must be run as any other, because something
/// is wrong with its form or with its puzzle.
pub(crate) fn start(
    shell: &mut Shell,
    source: &Source,
    one: &Command,
    sign: Span,
    output: &mut dyn Output,
) -> bool {
    let target = one.target.map(|name| source.slice(name));
    let name = {
        let session = shell.session.lock();
        target.map(str::to_owned).or_else(|| session.focused().map(str::to_owned))
    };
    let text = Fragment::of(source.text(), one.text);
    let Some(name) = name else { return false };
    let session = shell.session.clone();
    let mut session = session.lock();
    let Some(puzzle) = session.puzzle(Some(&name)) else { return false };
    let info = puzzle.info();
    let reads = KINDS.kind(info.name).is_some_and(|kind| kind.lint(text, KINDS, &mut Sink::new()));
    let Some(role) = info.role(text).filter(|_| reads) else { return false };
    if !role.searches() {
        drop(session);
        let verb = text.text.split([' ', '\t']).next().unwrap_or_default();
        shell.printer.refuse(source, codes::background(sign, one.text.end, false, verb), output);
        return true;
    }
    drop(session);
    let running = {
        let list = shell.jobs.list();
        list.running.iter().find(|job| job.puzzle == name).map(|job| job.number)
    };
    if let Some(number) = running {
        shell.jobs.stop(Some(number), &mut shell.session.lock());
        deliver(shell, output);
    }
    let budget = shell.budget(output);
    let number = {
        let mut session = shell.session.lock();
        let Some(puzzle) = session.puzzle(Some(&name)) else { return false };
        shell.jobs.add(puzzle, [&name, text.text], budget, shell.limits.time)
    };
    shell.begin_background();
    shell.log.expect_search(&name, text.text);
    let title = sanitize(&clip(&format!("{name}: {}", text.text))).into_owned();
    output.say(&format!("job {number} runs in the background: `{title}`\n"));
    true
}

/// Ends the jobs whose puzzle or search an input has changed, and reports what has ended.
pub(crate) fn check(shell: &mut Shell, output: &mut dyn Output) {
    if shell.jobs.count() > 0 {
        shell.jobs.check(&mut shell.session.lock());
    }
    deliver(shell, output);
}

/// Shows the answers of the jobs that have ended.
pub(crate) fn deliver(shell: &mut Shell, output: &mut dyn Output) {
    for Ended { job, end } in shell.jobs.take_ended() {
        let title = job.title();
        let shown = sanitize(&clip(&title)).into_owned();
        let (answer, found) = match end {
            End::Stopped(why) => {
                shell.log.search(&job.puzzle, &job.command, 0);
                output.say(&format!("job {} was stopped, because {why}: `{shown}`\n", job.number));
                continue;
            }
            End::Answered { answer, found } => (answer, found),
        };
        let Some(answer) = answer else {
            output.say(&format!("job {} has no answer: `{shown}`\n", job.number));
            let source = Source::new(format!("<job:{}>", job.number), job.command.as_str());
            if found.iter().any(|one| one.severity() == Severity::Error) {
                shell.printer.fault();
            }
            output.report(&source, &found, found.len());
            continue;
        };
        let stopped = answer.verdict() == Verdict::GaveUp;
        shell.log.search(&job.puzzle, &job.command, if stopped { job.expanded } else { 0 });
        let kind = shell.session.lock().puzzle(Some(&job.puzzle)).map_or("", |one| one.info().name);
        shell.number += 1;
        shell.answers.borrow_mut().add(shell.number, &job.command, &answer.text());
        let (puzzle, command, known) = (job.puzzle.as_str(), job.command.as_str(), true);
        let (span, answer) = (Span::default(), &answer);
        let state = None;
        shell.log.hear(&Event::Answer { span, puzzle, kind, command, answer, state, known });
        shell.log.hear(&Event::Done);
        output.say(&format!("job {} answers as %{}: `{shown}`\n", job.number, shell.number));
        let is_stopped = job.budget.cancel.is_cancelled() && !job.late;
        let answer = paused(answer.clone(), is_stopped);
        let asked = Asked { job: Some(job.number), puzzle: Some(puzzle), command };
        shell.printer.answer(asked, &answer, output);
        if stopped && output.watched() {
            output.say(&resume(&title, is_stopped, job.late));
        }
        if !found.is_empty() {
            let source = Source::new(format!("<job:{}>", job.number), command);
            output.report(&source, &found, found.len());
        }
    }
    let trouble = shell.log.take_trouble();
    if !trouble.is_empty() {
        output.say(&trouble);
    }
}

/// Stops all jobs, because the prompt is left, and writes down how far they were.
pub(crate) fn stop_all(shell: &mut Shell) {
    shell.jobs.stop(None, &mut shell.session.lock());
    for Ended { job, .. } in shell.jobs.take_ended() {
        shell.log.search(&job.puzzle, &job.command, job.expanded);
    }
}

/// Waits until a job, or all, have ended, or Ctrl-C is pressed.
pub(crate) fn wait_for(shell: &mut Shell, which: Option<usize>, output: &mut dyn Output) {
    let limits = Limits { time: None, ..shell.limits.clone() };
    while shell.jobs.is_running(which) && !shell.printer.closed {
        let mut runner = Runner::new(&limits, &shell.cancel, output.live());
        let (jobs, session) = (shell.jobs.clone(), shell.session.clone());
        let (is_over, _) = runner.compute("wait", |budget| {
            while !jobs.has_ended() {
                if budget.cancel.is_cancelled() {
                    return true;
                }
                jobs.work(&mut session.lock());
                if let Some(progress) = &budget.progress {
                    publish(&jobs, progress);
                }
            }
            false
        });
        drop(runner);
        deliver(shell, output);
        if is_over {
            let left = counted(shell.jobs.count() as u64, "job");
            return output.say(&format!("stopped waiting; {left} in the background\n"));
        }
    }
}

/// Shows how far the first job is.
fn publish(jobs: &super::Jobs, progress: &crate::search::Progress) {
    if let Some(job) = jobs.list().running.first() {
        progress.follow(&job.progress);
    }
}

/// The time between two looks at the jobs while a line is waited for without an editor.
pub(crate) const LOOK: Duration = Duration::from_millis(50);
