//! Markdown around the text of a puzzle. The text never leaves the block or the span of code that
//! it is put in, whatever it holds.

use crate::diag::clip;

/// Returns a block of code. Its fence is longer than every run of backticks in the text, so that no
/// line of the text closes it.
pub(crate) fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}")
}

/// Returns a span of code. Ends of lines become spaces, because a line can begin a new block.
pub(crate) fn code_span(text: &str) -> String {
    let line = text.replace(['\n', '\r'], " ");
    let quote = "`".repeat(longest_run(&line) + 1);
    // Without spaces a backtick at an end would belong to the quote. One space at each end is not
    // part of the code.
    let is_plain = !line.is_empty() && !line.starts_with(['`', ' ']) && !line.ends_with(['`', ' ']);
    let space = if is_plain { "" } else { " " };
    format!("{quote}{space}{line}{space}{quote}")
}

/// Returns a text for a sentence: a long one is cut, and nothing in it works as markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for char in clip(text).chars() {
        match char {
            '\n' | '\r' => out.push(' '),
            _ if char.is_ascii_punctuation() => out.extend(['\\', char]),
            _ => out.push(char),
        }
    }
    out
}

/// Returns Markdown as plain text: without the fences, and without the signs of bold words and of
/// spans of code between them.
#[cfg(any(feature = "lsp-core", test))]
pub(crate) fn plain(markdown: &str) -> String {
    let mut lines = Vec::new();
    let mut fence = None;
    for line in markdown.lines() {
        let rest = line.trim_start_matches('`');
        let backticks = line.len() - rest.len();
        match fence {
            None if backticks >= 3 && !rest.contains('`') => fence = Some(backticks),
            None => lines.push(line.replace("**", "").replace('`', "")),
            Some(length) if rest.is_empty() && backticks >= length => fence = None,
            Some(_) => lines.push(line.to_owned()),
        }
    }
    lines.join("\n").trim().to_owned()
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|char| char != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag, TagEnd};

    use super::*;

    /// Pieces of which hostile texts are made.
    const PIECES: [&str; 20] = [
        "`",
        "``",
        "```",
        "````",
        "~~~",
        "\n",
        "\r",
        "\r\n",
        "\n\n",
        " ",
        "    ",
        "![x](y:z)",
        "<b>",
        "[a]: b",
        "# ",
        "- ",
        "> ",
        "\\",
        "&lt;",
        "a",
    ];

    /// Returns texts of up to nine pieces.
    fn hostile() -> impl Iterator<Item = String> {
        let mut state = 0x6d61_726b_u64;
        let mut below = move |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % bound as u64) as usize
        };
        (0..20_000).map(move |_| {
            let count = below(10);
            (0..count).map(|_| PIECES[below(PIECES.len())]).collect()
        })
    }

    /// Returns the texts of the blocks of code and of the spans of code, and every other event but
    /// plain text.
    fn read(markdown: &str) -> (Vec<String>, Vec<String>) {
        let mut codes = Vec::new();
        let mut others = Vec::new();
        let mut block = None;
        for event in Parser::new(markdown) {
            match event {
                Event::Start(Tag::CodeBlock(_)) => block = Some(String::new()),
                Event::End(TagEnd::CodeBlock) => codes.extend(block.take()),
                Event::Text(text) => {
                    if let Some(code) = &mut block {
                        code.push_str(&text);
                    }
                }
                Event::Code(text) => codes.push(text.into_string()),
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                other => others.push(format!("{other:?}")),
            }
        }
        (codes, others)
    }

    #[test]
    fn no_text_leaves_its_block_or_its_span() {
        for text in hostile() {
            let line = text.replace(['\n', '\r'], " ");
            let markdown = format!(
                "before\n\n{}\nbetween {} and {}\n\n{}\n\nafter {}",
                fenced("text", &text),
                code_span(&text),
                escaped(&text),
                fenced("text", "the last"),
                code_span("the end"),
            );
            let (codes, others) = read(&markdown);
            assert!(others.is_empty(), "{text:?}: {others:?}\n{markdown}");
            let [block, span, last, end] = &codes[..] else { panic!("{text:?}: {codes:?}") };
            let whole = text.replace("\r\n", "\n").replace('\r', "\n");
            assert_eq!(block.replace('\r', "\n").trim_end(), whole.trim_end(), "{markdown}");
            assert_eq!(span.trim(), line.trim(), "{markdown}");
            assert_eq!((&**last, &**end), ("the last\n", "the end"), "{markdown}");
        }
    }

    #[test]
    fn plain_text_keeps_the_rows_of_a_block() {
        let rows = "**A** `\n```\n  x";
        let markdown = format!("**bold** `code`\n{}\n`end`", fenced("text", rows));
        assert_eq!(plain(&markdown), format!("bold code\n{rows}\nend"));
    }

    #[test]
    fn markup_in_names_does_not_work() {
        assert_eq!(escaped("a*b_`"), "a\\*b\\_\\`");
        assert_eq!([code_span("a"), code_span("`"), code_span("")], ["`a`", "`` ` ``", "`  `"]);
    }
}
