; Statements

(comment) @comment
(metadata) @comment.documentation
(metadata key: (key) @property)

(declaration kind: (kind) @keyword.type)
(declaration name: (name) @type.definition)

"use" @keyword
(use puzzle: (name) @type)
(command puzzle: (name) @type)
(command verb: (verb) @function)

; Arguments: places and numbers, moves, the words that verbs understand, labels

(arguments (word) @variable.parameter)
((arguments (word) @keyword)
  (#any-of? @keyword "to" "by" "of" "all" "steps"))
((arguments (word) @constant)
  (#any-of? @constant "up" "Up" "UP" "down" "Down" "DOWN" "left" "Left" "LEFT"
    "right" "Right" "RIGHT" "X" "."))
((arguments (word) @string.special)
  (#match? @string.special "^[LRUDlrud_↑↓←]+[0-9]*$"))
(place) @variable.member
(coordinate) @variable.member
(path) @string.special
(query time: (integer) @number)

(integer) @number
(coordinate (integer) @number)

; Expectations

(answer (text) @string)
(block (line (text) @string))
(open) @constant.builtin
((answer (text) @constant.builtin)
  (#any-of? @constant.builtin "unsolvable" "never" "none"))

; Automata

["rule" "tree"] @property
(live) @constant.builtin
(dead) @comment

; Sliding blocks and tiles

"goal" @keyword
"at" @keyword
(label) @constant
(empty) @comment
(wall) @punctuation.special
(goal label: (label) @constant)

; Sudoku

(given) @number
(frame) @punctuation.special

; Bloxorz

(start) @constant.builtin
(hole) @keyword
(floor) @string
(fragile) @attribute
(void) @comment
(tile) @constant
["bridge" "soft" "hard" "splits"] @keyword.type
["extended" "retracted"] @attribute
["toggles" "extends" "retracts"] @function
["to" "and"] @keyword

; Anything else

(unknown_body (line (text) @string))

"=>" @operator
"=" @operator
["{" "}" "(" ")"] @punctuation.bracket
[":" ";" ","] @punctuation.delimiter
