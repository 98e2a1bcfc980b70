; Names of scopes as Helix's themes know them; where two patterns meet, the later one holds.

(comment) @comment.line
(metadata) @comment.line.documentation
(metadata key: (key) @variable.other.member)

(declaration kind: (kind) @keyword.storage.type)
(declaration name: (name) @type)

"use" @keyword.control.import
(use puzzle: (name) @type)
(command puzzle: (name) @type)
(command verb: (verb) @function)

(integer) @constant.numeric.integer
(path) @string.special.path
(place) @variable.other.member

(arguments (word) @variable.parameter)
((arguments (word) @keyword)
  (#any-of? @keyword "to" "by" "of" "all" "steps"))
((arguments (word) @constant.builtin)
  (#any-of? @constant.builtin "up" "Up" "UP" "down" "Down" "DOWN" "left" "Left" "LEFT"
    "right" "Right" "RIGHT" "X" "."))
((arguments (word) @string.special)
  (#match? @string.special "^[LRUDlrud_↑↓←]+[0-9]*$"))

(answer (text) @string)
(block (line (text) @string))
(open) @constant.builtin
((answer (text) @constant.builtin)
  (#any-of? @constant.builtin "unsolvable" "never" "none"))

["rule" "tree"] @variable.other.member
(live) @constant.builtin
(dead) @comment.line

["goal" "at"] @keyword
(label) @constant
(empty) @comment.line
(wall) @punctuation.special

(given) @constant.numeric.integer
(frame) @punctuation.special

(start) @constant.builtin
(hole) @keyword
(floor) @string
(fragile) @attribute
(void) @comment.line
(tile) @constant
["bridge" "soft" "hard" "splits"] @keyword.storage.type
["extended" "retracted"] @attribute
["toggles" "extends" "retracts"] @function
["to" "and"] @keyword

(unknown_body (line (text) @string))

["=>" "="] @operator
["{" "}" "(" ")"] @punctuation.bracket
[":" ";" ","] @punctuation.delimiter
