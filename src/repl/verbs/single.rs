//! Opening a single puzzle of a document, as editors do it for the puzzle at a place.

use std::path::Path;
use std::sync::Arc;

use crate::host::prompt::Reading;
use crate::repl::output::Output;
use crate::repl::shell::Shell;
use crate::repl::verbs::watch::{Watched, named};
use crate::session::incremental::Incremental;
use crate::text::Source;

impl Shell {
    /// Takes one puzzle of a document into this session, with the commands on it, and turns to it;
    /// then goes to `state`. Reports only what is wrong with that puzzle. Returns whether the file
    /// can be read and declares it.
    pub(in crate::repl) fn load_puzzle(
        &mut self,
        file: &Path,
        reading: &Reading,
        name: &str,
        state: Option<usize>,
        output: &mut dyn Output,
    ) -> bool {
        let Some(opened) = self.open(file, reading, false, output) else { return false };
        let loaded = Watched::loaded(file, reading, &opened);
        let Some(source) = self.document_of(opened, output) else { return false };
        let checked = Incremental::new().check(Arc::new(source));
        let Some((_, script)) = named(&checked).into_iter().find(|(own, _)| own == name) else {
            output.say(&format!("puzzled: {} declares no puzzle `{name}`\n", file.display()));
            return false;
        };
        self.files.retain(|one| !one.is(&loaded));
        self.files.push(loaded);
        let mut tally = self.session.lock().tally();
        let (is_sound, _) = self.run_thread(&checked, &script, name, &mut tally, output);
        if !is_sound {
            return true; // the faults were reported
        }
        self.session.lock().turn_to(name);
        let now = self.session.lock().focused_entry().and_then(|entry| entry.stands);
        if let Some(state) = state.filter(|state| now.is_none_or(|(now, _)| now != *state)) {
            self.take(&Source::new(self.next(), format!("goto {state}")), output);
        }
        output.say(&self.log.settle());
        true
    }
}
