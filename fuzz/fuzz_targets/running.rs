//! Checking, running, drawing and saving a document.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzled_fuzz::targets::running(bytes));
