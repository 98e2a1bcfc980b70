//! The kind through its door: commands typed, diagnostics found.
