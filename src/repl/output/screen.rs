//! A film on a terminal: each picture is drawn over the last one, while another thread reads keys.
//!
//! Keys are read by a separate thread, one each time it is asked, so that none is taken from
//! the prompt after the film. Only a key ends a film: no thread waits for a key then.

use std::fmt::Write as _;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use console::Term;

use crate::render::{Paint, sanitize, wrapped};
use crate::repl::output::fitted;
use crate::repl::output::fold::Window;
use crate::repl::output::player::{Key, Player};
use crate::scene::Film;
use crate::search::Cancel;

/// Lines of a heading at most.
const HEADING: usize = 3;
/// How often the size of the terminal is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// Returns what the keys do: the longest line that fits.
fn help(runs: bool, columns: usize, unicode: bool) -> String {
    let space = if runs { "pause" } else { "continue" };
    let (dot, left, right) = if unicode { (" ·", "←", "→") } else { (",", "<-", "->") };
    let all = [
        format!("space {space}{dot} {left} {right} step{dot} + - speed{dot} q leave"),
        format!("space{dot} {left} {right}{dot} + -{dot} q leave"),
        String::from("q leave"),
    ];
    all.into_iter().find(|line| line.chars().count() < columns).unwrap_or_default()
}

fn meaning(key: &console::Key) -> Key {
    match key {
        console::Key::Char(' ' | 'p') => Key::Pause,
        console::Key::ArrowRight | console::Key::Char('l' | 'n') => Key::On,
        console::Key::ArrowLeft | console::Key::Char('h' | 'b') => Key::Back,
        console::Key::Home => Key::First,
        console::Key::End => Key::Last,
        console::Key::Char('+' | '=') | console::Key::ArrowUp => Key::Faster,
        console::Key::Char('-' | '_') | console::Key::ArrowDown => Key::Slower,
        console::Key::Char('q' | 'Q' | '\u{4}')
        | console::Key::Escape
        | console::Key::Enter
        | console::Key::CtrlC => Key::Leave,
        _ => Key::Other,
    }
}

/// Reads a key each time it is asked for one.
fn keys() -> (Sender<()>, Receiver<Key>) {
    let (ask, asked) = channel::<()>();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let term = Term::stdout();
        while asked.recv().is_ok() {
            // A terminal that went away leaves.
            let key = term.read_key_raw().map_or(Key::Leave, |key| meaning(&key));
            if tell.send(key).is_err() {
                break;
            }
        }
    });
    (ask, told)
}

/// Returns the lines of a picture with its heading below; no more of them than fit.
fn lines(film: &Film, player: Player, paint: Paint, rows: usize) -> Vec<String> {
    let Some(frame) = film.frames.get(player.at) else { return Vec::new() };
    let heading = wrapped(&sanitize(&film.heading(frame)), paint.width);
    let heading: Vec<&str> = heading.lines().take((rows / 4).clamp(1, HEADING)).collect();
    // Room for the heading and the keys, then for the caption and a note.
    let room = rows.saturating_sub(1 + heading.len()).max(1);
    let drawn = fitted(&frame.scene, paint, room);
    let mut drawn: Vec<String> = drawn.lines().map(String::from).collect();
    drawn.extend(heading.into_iter().map(String::from));
    drawn
}

/// Shows a film until it is left. The last picture looked at stays on the screen.
///
/// # Errors
/// Those of the terminal.
pub(crate) fn show(
    film: &Film,
    paint: Paint,
    width: Option<usize>,
    cancel: &Cancel,
) -> io::Result<()> {
    let term = Term::stdout();
    let (ask, told) = keys();
    let mut player = Player::new(film.frames.len());
    let mut window = window(&term);
    let mut above = 0;
    let _ = ask.send(());
    term.hide_cursor()?;
    let mut waiting = true;
    let shown = loop {
        let Window { rows, columns } = window;
        let paint = Paint { width: width.unwrap_or(columns).min(columns), ..paint };
        let text = lines(film, player, paint, rows.saturating_sub(1));
        let keys = help(player.running, columns, paint.unicode);
        if let Err(error) = redraw(&term, above, &text, &keys) {
            break Err(error);
        }
        above = text.len();
        match wait(&told, player, &term, window, cancel) {
            Woken::Key(key) => {
                if !player.key(key) {
                    waiting = false;
                    break Ok(());
                }
                let _ = ask.send(());
            }
            Woken::Time => player.tick(),
            Woken::Size(new) => {
                window = new;
                above = 0;
                if let Err(error) = term.clear_screen() {
                    break Err(error);
                }
            }
            Woken::Stopped => break Ok(()),
        }
    };
    let end = term.write_str("\r\u{1b}[J").and_then(|()| term.show_cursor());
    if waiting {
        // The reader holds the terminal until a key comes.
        let _ = term.write_str("stopped; press a key\r\n");
        let _ = told.recv();
    }
    shown.and(end)
}

/// Returns the size of a terminal.
fn window(term: &Term) -> Window {
    let (rows, columns) = term.size();
    Window { rows: rows.into(), columns: columns.into() }
}

/// What ended a wait.
enum Woken {
    Key(Key),
    Time,
    Size(Window),
    Stopped,
}

fn wait(
    told: &Receiver<Key>,
    player: Player,
    term: &Term,
    shown: Window,
    cancel: &Cancel,
) -> Woken {
    let until = player.delay().map(|delay| Instant::now() + Duration::from_millis(delay));
    loop {
        let left = until.map_or(LOOK, |until| until.saturating_duration_since(Instant::now()));
        match told.recv_timeout(left.min(LOOK)) {
            Ok(key) => return Woken::Key(key),
            Err(RecvTimeoutError::Disconnected) => return Woken::Key(Key::Leave),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if cancel.is_cancelled() {
            return Woken::Stopped;
        }
        let now = window(term);
        if now != shown {
            return Woken::Size(now);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return Woken::Time;
        }
    }
}

/// Draws over the last picture, which had so many lines above that of the keys, where the cursor
/// stands; all at once, so that nothing flickers.
fn redraw(term: &Term, above: usize, lines: &[String], keys: &str) -> io::Result<()> {
    let mut text = String::from("\r");
    if above > 0 {
        let _ = write!(text, "\u{1b}[{above}A");
    }
    for line in lines {
        text.push_str(line);
        text.push_str("\u{1b}[K\n");
    }
    let _ = write!(text, "\u{1b}[2m{keys}\u{1b}[0m\u{1b}[K\u{1b}[J");
    term.write_str(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Board, Cell, Drawing, Frame, Scene};

    fn frame(rows: usize, columns: usize) -> Frame {
        let cells =
            vec![Cell { text: "名".into(), piece: Some(1), ..Cell::default() }; rows * columns];
        let board = Board { rows, columns, cells, block: 0 };
        let caption = "a caption of some words that may well need several lines".repeat(2);
        let scene = Scene { title: String::new(), caption, drawing: Drawing::Board(board) };
        Frame { at: 0, label: "a long label 名 ".repeat(9), scene }
    }

    #[test]
    fn a_picture_fits_the_screen() {
        use unicode_width::UnicodeWidthStr;
        for (rows, columns) in [(1, 1), (3, 3), (30, 60)] {
            let frames = vec![frame(rows, columns), frame(rows, columns)];
            let film = Film { name: String::from("k"), frames };
            for (height, width) in [(24, 80), (24, 40), (10, 20), (4, 12), (2, 8)] {
                let paint = Paint { width, ..Paint::default() };
                let lines = lines(&film, Player::new(2), paint, height);
                assert!(lines.len() < height.max(3), "{height}: {lines:#?}");
                assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:#?}");
            }
        }
    }

    #[test]
    fn keys_are_told_apart() {
        assert_eq!(meaning(&console::Key::CtrlC), Key::Leave);
        assert_eq!(meaning(&console::Key::Char(' ')), Key::Pause);
        assert_eq!(meaning(&console::Key::ArrowLeft), Key::Back);
        assert_eq!(meaning(&console::Key::Char('x')), Key::Other);
    }
}
