//! Klotski: sliding blocks of any shape.

pub mod board;
pub mod engine;
