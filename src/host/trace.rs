//! What the program did and how long it took: the spans of `tracing`, each as a line when it ends.
//!
//! Spans have two levels. `INFO` is for what a person asks for: a message of an editor (`message`), a job
//! of the server (`job`). `DEBUG` is for what that consists of: a `check` of a text, a `command` on a
//! puzzle, a `search`.

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{Filtered, Targets};
use tracing_subscriber::layer::{Context, Filter, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

use crate::render::sanitize;

/// The variable of the environment that turns the trace of a call on.
pub(crate) const VARIABLE: &str = "PUZZLED_LOG";

/// A span that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// `INFO` or `DEBUG`.
    pub level: Level,
    /// The names of the spans around it, and its own.
    path: String,
    took: Duration,
    /// Its fields, as `name=value`, with a space before each.
    pub fields: String,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} took {:.3} ms", self.path, self.took.as_secs_f64() * 1e3)
    }
}

/// The level of detail of a server's trace, which can change while the server runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detail(Arc<AtomicU8>);

impl Detail {
    /// Sets the least level of the spans that are traced; `None` for none of them.
    pub(crate) fn set(&self, level: Option<Level>) {
        let code = match level {
            None => 0,
            Some(Level::INFO) => 1,
            Some(_) => 2,
        };
        if self.0.swap(code, Ordering::Relaxed) != code {
            // Whether a span is traced is remembered at its place in the code.
            tracing::callsite::rebuild_interest_cache();
        }
    }

    fn level(&self) -> LevelFilter {
        match self.0.load(Ordering::Relaxed) {
            0 => LevelFilter::OFF,
            1 => LevelFilter::INFO,
            _ => LevelFilter::DEBUG,
        }
    }
}

impl<S> Filter<S> for Detail {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        *metadata.level() <= self.level()
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level())
    }
}

/// Hands each span that has ended to a function.
struct Entries<F>(F);

/// The fields of a span, and the time when it began.
struct Begun {
    at: Instant,
    fields: Fields,
}

/// The fields of a span as text.
#[derive(Default)]
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let _ = write!(self.0, " {}={value}", field.name());
    }
}

impl<S, F> Layer<S> for Entries<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    F: Fn(Entry) + 'static,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        span.extensions_mut().insert(Begun { at: Instant::now(), fields });
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(begun) = span.extensions_mut().get_mut::<Begun>() {
            values.record(&mut begun.fields);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(Begun { at, fields }) = span.extensions_mut().remove::<Begun>() else { return };
        let names: Vec<_> = span.scope().from_root().map(|around| around.name()).collect();
        let entry = Entry {
            level: *span.metadata().level(),
            path: names.join(" > "),
            took: at.elapsed(),
            fields: fields.0,
        };
        (self.0)(entry);
    }
}

fn entries<S, F, P>(each: F, filter: P) -> Filtered<Entries<F>, P, S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    F: Fn(Entry) + Send + Sync + 'static,
    P: Filter<S> + 'static,
{
    Entries(each).with_filter(filter)
}

/// Returns which spans the environment asks for.
fn requested() -> Result<Option<Targets>, String> {
    let Ok(text) = std::env::var(VARIABLE) else { return Ok(None) };
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse() {
        Ok(targets) => Ok(Some(targets)),
        Err(_) => Err(text),
    }
}

/// Writes a span to standard error.
fn print(entry: &Entry) {
    let line = format!("{entry}{}", entry.fields);
    let line = sanitize(&line.replace(['\n', '\r'], " ")).into_owned();
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// A function that gets the spans of a server, as many as `detail` says.
pub(crate) struct Listener {
    pub detail: Detail,
    pub each: Box<dyn Fn(Entry) + Send + Sync>,
}

/// Begins the trace that the environment asks for, and hands spans to a listener as well. Costs next to nothing as long as neither asks for any.
pub(crate) fn begin(listener: Option<Listener>) {
    let requested = requested().unwrap_or_else(|text| {
        let text = sanitize(&text).into_owned();
        let help = "write `info`, `debug` or a list such as `puzzled::search=debug`";
        let _ = writeln!(std::io::stderr().lock(), "{VARIABLE}: cannot read `{text}`: {help}");
        None
    });
    if requested.is_none() && listener.is_none() {
        return;
    }
    let printed = requested.map(|targets| entries(|entry| print(&entry), targets));
    let handed = listener.map(|Listener { detail, each }| entries(each, detail));
    // Fails only if a trace has begun already, as in tests within one process.
    let _ = tracing::subscriber::set_global_default(Registry::default().with(printed).with(handed));
}
