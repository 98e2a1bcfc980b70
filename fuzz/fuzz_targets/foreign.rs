//! Foreign forms, and raw input of every kind.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzled_fuzz::targets::foreign(bytes));
