//! A small judge of XML: whether a document is well-formed, and whole in itself.

use std::collections::BTreeSet;

/// Fails unless `text` is one well-formed SVG element, or page, that names no file and runs nothing.
pub(crate) fn check(what: &str, text: &str) {
    if let Err(fault) = judge(text) {
        let head: String = text.chars().take(2000).collect();
        panic!("{what}: {fault}\n{head}");
    }
}

fn judge(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut roots = 0;
    let mut rest = text;
    if text.chars().any(|char| char.is_control() && !"\n\t".contains(char)) {
        return Err("a control character".into());
    }

    while let Some(at) = rest.find('<') {
        content(&rest[..at], !open.is_empty())?;
        rest = &rest[at + 1..];
        let end = tag_end(rest).ok_or("a tag without its end")?;
        let tag = &rest[..end];
        let after = &rest[end + 1..];
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing of its name"));
            }
            continue;
        }
        let (inner, empty) = match tag.strip_suffix('/') {
            Some(inner) => (inner, true),
            None => (tag, false),
        };
        let name = inner.split(|char: char| char.is_whitespace()).next().unwrap_or_default();
        if name.is_empty() || !name.chars().all(|char| char.is_ascii_alphanumeric()) {
            return Err(format!("<{tag}> is not a tag"));
        }
        if ["script", "image", "foreignObject", "use", "a"].contains(&name) {
            return Err(format!("<{name}> has no business here"));
        }
        roots += usize::from(open.is_empty());
        attributes(&inner[name.len()..], &mut ids)?;
        if !empty {
            open.push(name);
        }
    }

    content(rest, !open.is_empty())?;
    match (open.last(), roots) {
        (Some(name), _) => Err(format!("<{name}> is not closed")),
        (None, 1) if text.starts_with("<svg ") && text.ends_with("</svg>\n") => Ok(()),
        (None, 1) if text.starts_with("<html ") && text.ends_with("</html>\n") => Ok(()),
        _ => Err(format!("{roots} roots")),
    }
}

/// Returns the end of a tag: the first `>` that is not in quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.char_indices().find_map(|(at, char)| {
        quoted ^= char == '"';
        (char == '>' && !quoted).then_some(at)
    })
}

fn content(text: &str, inside: bool) -> Result<(), String> {
    if text.contains('>') && !text.contains("svg{") && !text.contains('{') {
        return Err("a bare `>`".into());
    }
    if !inside && !text.trim().is_empty() {
        return Err("text outside the root".into());
    }
    entities(text)
}

fn entities(text: &str) -> Result<(), String> {
    for rest in text.split('&').skip(1) {
        let name = rest.split(';').next().unwrap_or_default();
        if !["amp", "lt", "gt", "quot"].contains(&name) || name.len() == rest.len() {
            return Err(format!("a bare `&` before {}", rest.chars().take(20).collect::<String>()));
        }
    }
    Ok(())
}

fn attributes(text: &str, ids: &mut BTreeSet<String>) -> Result<(), String> {
    let mut rest = text;
    let mut names = BTreeSet::new();
    while !rest.trim_start().is_empty() {
        let next = rest.trim_start();
        if next.len() == rest.len() {
            return Err(format!("no space before {next}"));
        }
        let (name, value) = next.split_once("=\"").ok_or_else(|| format!("no value in {next}"))?;
        let (value, after) = value.split_once('"').ok_or_else(|| format!("no end of {name}"))?;
        if !name.chars().all(|char| char.is_ascii_alphanumeric() || "-:".contains(char)) {
            return Err(format!("`{name}` is not a name of an attribute"));
        }
        if !names.insert(name) {
            return Err(format!("`{name}` is there twice"));
        }
        if name.ends_with("href") || name.starts_with("on") || value.contains('<') {
            return Err(format!("`{name}` has no business here"));
        }
        let shape = matches!(name, "x" | "y" | "width" | "height" | "d" | "cx" | "cy" | "r" | "rx");
        if shape && ["NaN", "inf", "--"].iter().any(|wrong| value.contains(wrong)) {
            return Err(format!("{name}=\"{value}\""));
        }
        if name == "id" && !ids.insert(value.to_owned()) {
            return Err(format!("two elements have the id `{value}`"));
        }
        entities(value)?;
        rest = after;
    }

    Ok(())
}
