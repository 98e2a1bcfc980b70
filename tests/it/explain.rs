//! Holds that every code is explained by examples that are what they say.

use puzzled::codes::codes;
use puzzled::kinds::KINDS;
use puzzled::laws;

#[test]
fn every_code_is_explained_by_wrong_and_right_examples() {
    // An explanation is text, so it cannot hold an example of text that is not UTF-8.
    let codes: Vec<_> =
        codes().into_iter().filter(|code| code.path != "syntax::not-utf8").collect();
    laws::explanations_hold(KINDS, &codes);
}
