//! The journal of an interactive session.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzled_fuzz::targets::journal(bytes));
