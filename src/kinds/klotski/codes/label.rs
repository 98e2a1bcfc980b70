//! The code of labels.

use crate::diag::Code;

/// A label that cannot be written in a command.
pub static BAD_LABEL: Code = Code::error(
    "klotski::bad-label",
    "a label that cannot be written everywhere",
    "A label is any run of characters without spaces, but not `/`, which ends a row of a body on one\n\
     line, and not `goal`, which ends the picture. It holds no `;`, which separates moves, and no `=>`,\n\
     which begins an expectation.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A;B A;B .\n\
     \x20 goal A;B at (0,1)\n\
     }\n\
     ```\n\
     \n\
     Use another label.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A-B A-B .\n\
     \x20 goal A-B at (0,1)\n\
     }\n\
     ```\n",
);
