//! The explanation of a diagnostic code as plain text.

use crate::diag::Code;

/// The page of a code as plain text: its path, severity and title, then the explanation.
pub fn page(code: &Code) -> String {
    let mut text = format!("{} ({})\n{}\n\n", code.path, code.severity.word(), code.title);
    let mut example = false;
    for line in code.explain.lines() {
        if let Some(fence) = line.trim_start().strip_prefix("```") {
            example = !example && !fence.is_empty();
            if example {
                let wrong = fence.contains("wrong");
                text.push_str(if wrong { "  wrong:\n" } else { "  right:\n" });
            }
            continue;
        }
        if example {
            text.push_str("    ");
        }
        text.push_str(&crate::render::sanitize(line));
        text.push('\n');
    }
    text
}
