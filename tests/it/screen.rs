//! Draws what a call prints on a terminal, as a picture for the first page.

use std::fmt::Write;

/// The size of a character and of a line in user units.
const WIDE: usize = 8;
const HIGH: usize = 18;
const MARGIN: usize = 14;

const STYLE: &str = "\
svg { color-scheme: light dark; }
text { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1f2328; white-space: pre; }
rect { fill: #f6f8fa; stroke: #d0d7de; }
.bold { font-weight: bold; }
.dim { fill: #59636e; }
.red { fill: #b31d28; }
.yellow { fill: #7a5c00; }
.green { fill: #116329; }
.blue { fill: #0550ae; }
.magenta { fill: #8250df; }
.cyan { fill: #0b6b74; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  rect { fill: #161b22; stroke: #30363d; }
  .dim { fill: #9198a1; }
  .red { fill: #ff7b72; }
  .yellow { fill: #e3b341; }
  .green { fill: #7ee787; }
  .blue { fill: #79c0ff; }
  .magenta { fill: #d2a8ff; }
  .cyan { fill: #76e3ea; }
}
";

/// Reads the numbers of a terminal's escape sequence `ESC [ … m` into classes of the style sheet.
fn change(classes: &mut Vec<&'static str>, numbers: &str) {
    for number in numbers.split(';') {
        let color = match number {
            "" | "0" => {
                classes.clear();
                continue;
            }
            "1" => "bold",
            "2" => "dim",
            "4" => continue, // an underline under box drawing is noise
            "31" | "91" => "red",
            "32" | "92" => "green",
            "33" | "93" => "yellow",
            "34" | "94" => "blue",
            "35" | "95" => "magenta",
            "36" | "96" => "cyan",
            "39" => {
                classes.retain(|class| matches!(*class, "bold" | "dim"));
                continue;
            }
            other => panic!("unknown style {other}"),
        };
        classes.push(color);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Draws a terminal on which a command was typed and printed this, with its colors.
pub fn screen(command: &str, printed: &str) -> String {
    let mut body = String::new();
    let mut plain = String::new();
    let mut widest = 0;
    let typed = format!("\u{1b}[2m$ \u{1b}[0m{command}");
    let lines: Vec<_> = [&*typed].into_iter().chain(printed.trim_end().lines()).collect();

    for (row, line) in lines.iter().enumerate() {
        let mut column = 0;
        let mut classes = Vec::new();
        for (index, part) in line.split("\u{1b}[").enumerate() {
            let text = match part.split_once('m') {
                Some((numbers, text)) if index > 0 => {
                    change(&mut classes, numbers);
                    text
                }
                _ => part,
            };
            let wide = text.chars().count();
            plain += text;
            if !text.trim().is_empty() {
                // The place and the length of each part are given, so that columns hold in any font.
                let _ = writeln!(
                    body,
                    "<text class=\"{}\" x=\"{}\" y=\"{}\" textLength=\"{}\">{}</text>",
                    classes.join(" "),
                    MARGIN + column * WIDE,
                    MARGIN + row * HIGH + 13,
                    wide * WIDE,
                    escaped(text),
                );
            }
            column += wide;
        }

        plain.push('\n');
        widest = widest.max(column);
    }

    let wide = widest * WIDE + 2 * MARGIN;
    let high = lines.len() * HIGH + 2 * MARGIN - 2;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
         height=\"{high}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">What `{0}` prints</title>\n<desc id=\"desc\">{1}</desc>\n\
         <style>\n{STYLE}</style>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{2}\" height=\"{3}\" rx=\"6\"/>\n{body}</svg>\n",
        escaped(command),
        escaped(&plain),
        wide - 1,
        high - 1,
    )
}

#[test]
fn colors_and_columns_are_kept() {
    let drawn = screen("a", "b \u{1b}[31;1mc<\u{1b}[0m d\n");
    assert!(drawn.contains(">b </text>") && drawn.contains("x=\"14\" y=\"45\" textLength=\"16\""));
    assert!(drawn.contains("class=\"red bold\" x=\"30\" y=\"45\" textLength=\"16\">c&lt;</text>"));
    assert!(drawn.contains("class=\"\" x=\"46\""), "{drawn}");
}
