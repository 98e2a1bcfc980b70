//! The messages of an editor.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzled_fuzz::server::server(bytes));
