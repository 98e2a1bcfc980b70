//! Parsing and formatting.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzled_fuzz::targets::layout(bytes));
