//! The `puzzled` binary.

fn main() {}
