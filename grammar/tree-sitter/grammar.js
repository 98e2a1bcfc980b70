/**
 * @file The puzzled language: documents of puzzles, commands and expected answers.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// This grammar is for editors: it gives a document its shape, and leaves to the checker what has to be
// counted or compared. `../*.ebnf` is the grammar that the checker is held to; every sentence of it is
// parsed here without an ERROR node.
//
// Lines matter, blanks do not. A command does not tell which kind it goes to, therefore a verb takes
// what it takes in any kind; a body stands after its kind, therefore each kind has a rule of its own.
// Tree-sitter reads only the tokens that may stand at a place. That is what lets `X`, `goal` or
// `S` mean something in one body and be a label in another, without an external scanner.

const KINDS = ['automaton', 'matrix', 'klotski', 'rush', 'sudoku', 'bloxorz', 'sliders', 'puzzlescript'];

// All verbs by the forms of their arguments, in whatever kind: generated from the program.
const VERBS = {
  '': [
    'branches', 'check', 'cycle', 'digest', 'explain', 'hardest', 'levels', 'mistakes',
    'moves', 'next', 'next-question', 'predecessor', 'predecessors', 'rate', 'reset', 'restart',
    'rings', 'show', 'sounds', 'states', 'status', 'sum', 'table', 'tick',
  ],
  ' or [1|2]': [
    'hint',
  ],
  ' or [LIMIT]': [
    'count',
  ],
  ' or [N]': [
    'rules',
  ],
  ' or [by steps]': [
    'solve',
  ],
  'K | ring of (R,C)': [
    'ring',
  ],
  'LABEL DIRECTION | LABEL to (R,C) or LABEL DIRECTION | LABEL+N | LABEL-N': [
    'move',
  ],
  'MOVE [; MOVE …] or MOVES or rotate R [; rotate R …] or step N [; step N …]': [
    'play',
  ],
  'MOVES': [
    'checksum', 'trace',
  ],
  'N': [
    'box', 'column', 'row',
  ],
  'NAME': [
    'branch',
  ],
  'PATH': [
    'at',
  ],
  'PATH = X': [
    'when',
  ],
  'PATH or [all] [(R,C) [(R,C)]]': [
    'neighbours',
  ],
  'R': [
    'rotate',
  ],
  'STATE': [
    'goto',
  ],
  'STATE [STATE]': [
    'diff',
  ],
  'TEXT': [
    'seed',
  ],
  '[CELL]': [
    'candidates',
  ],
  '[N | next]': [
    'level',
  ],
  '[N]': [
    'boards', 'frontier', 'goals', 'history', 'paths', 'redo', 'rule', 'solutions',
    'step', 'undo',
  ],
  '[TECHNIQUE] [--missing-candidates] [--als-overlap] [--als-nodes] [--siamese]': [
    'steps',
  ],
  'not MOVE': [
    'why',
  ],
};

const DIRECTIONS = ['up', 'down', 'left', 'right'].flatMap(word => [
  word, word.toUpperCase(), word[0].toUpperCase() + word.slice(1),
]);

/**
 * Verbs with their arguments.
 * @param {any} $
 * @param {string[]} words
 * @param {...RuleOrLiteral} rest
 */
const call = ($, words, ...rest) =>
  seq(field('verb', choice(...words.map(word => alias(word, $.verb)))), ...rest);

/**
 * Arguments of a form.
 * @param {any} $
 * @param {Rule} form
 */
const given = ($, form) => field('arguments', alias(form, $.arguments));

/**
 * Rows on lines of their own, with as many empty lines as you like around them.
 * @param {any} $
 * @param {RuleOrLiteral} row
 * @param {RuleOrLiteral[]} parts what may also follow a row on its line
 */
const rows = ($, row, ...parts) => seq(
  repeat($._separator),
  choice(row, ...parts),
  repeat(choice(seq(repeat1($._separator), choice(row, ...parts)), ...parts)),
  repeat($._separator),
);

/**
 * A declaration.
 * @param {any} $
 * @param {Rule} kind
 * @param {Rule} body
 */
const declaration = ($, kind, body) => seq(
  field('kind', kind),
  field('name', $._name),
  '{',
  field('body', body),
  '}',
);

module.exports = grammar({
  name: 'puzzled',

  extras: $ => [/[ \t]/, $.comment],

  inline: $ => [$._name],

  // Only the colon after it tells the tile of a legend from a tile of the row before it.
  conflicts: $ => [
    [$.coordinate, $._open], [$.bloxorz_body], [$._move, $._inputs], [$._call, $._inputs, $._move], [$._call, $._inputs],
  ],

  rules: {
    document: $ => seq(
      repeat(seq(optional($._statement), $._newline)),
      optional($._statement),
    ),

    _newline: _ => /\r\n|\r|\n/,

    // What separates rows: a line end, or a slash in a body on one line.
    _separator: $ => choice($._newline, '/'),

    // After a blank or at the start of a line: any word that begins elsewhere runs over `//`.
    comment: _ => token(prec(2, /\/\/[\t\u{20}-\u{7E}\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}]*/u)),

    _statement: $ => choice($.declaration, $.use, $.command, $.metadata),

    // A line of its own where a statement may stand; elsewhere it is a comment.
    metadata: $ => seq(
      $._slashes,
      optional(field('key', $.key)),
      optional(field('text', alias($._said, $.text))),
    ),

    _slashes: _ => token(prec(3, /\/\/\/[ \t]+/)),

    // With its colon: another word that begins like a key is text.
    key: _ => token(prec(3, /(title|author|source|licen[cs]e|note):/)),

    _said: _ => token(prec(2, /[\u{21}-\u{7E}\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}][\t\u{20}-\u{7E}\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}]*/u)),

    use: $ => seq('use', field('puzzle', $._name)),

    // Kinds, verbs and `use` are not reserved.
    _name: $ => choice($.name, ...[...KINDS, 'use', ...Object.values(VERBS).flat()].map(word => alias(word, $.name))),

    // Of the same length, the earlier of these tokens goes before the later, and all of them before a name.
    _letters: _ => /[LRUDlrud_↑↓←]+/,

    _counted_letter: _ => /[LRUDlrud↑↓←][0-9]+/,

    // A car and its slide, without a blank.
    _car_slide: _ => /[A-Za-z](up|Up|UP|down|Down|DOWN|left|Left|LEFT|right|Right|RIGHT|[LRUDlrud↑↓←][0-9]*)/,

    // A label may look like them.
    _keys: _ => /[LRUDlrud↑↓←]*[Xx.][LRUDXlrudx.↑↓←]*|[Aa]ction|ACTION|[Ww]ait|WAIT|[Uu]ndo|UNDO|[Rr]estart|RESTART/,

    name: _ => /[A-Za-z][A-Za-z0-9_-]*/,

    integer: _ => /[+-]?[0-9]+/,

    coordinate: $ => prec.dynamic(1, seq(
      '(',
      field('row', $.integer),
      ',',
      field('column', $.integer),
      ')',
    )),

    path: _ => /\[[<>]*\]/,

    // ---- commands ----

    command: $ => seq(
      optional(seq(field('puzzle', $._name), ':')),
      choice($.query, $._call),
      optional(field('expected', $.expectation)),
    ),

    _call: $ => choice(
      call($, VERBS['']),
      call($, VERBS['[N]'], optional(given($, $._integer))),
      call($, VERBS[' or [N]'], optional(given($, $._integer))),
      call($, VERBS['[N | next]'], optional(given($, $._level))),
      call($, VERBS['TEXT'], given($, $._text)),
      call($, VERBS[' or [LIMIT]'], optional(given($, $._integer))),
      call($, VERBS[' or [1|2]'], optional(given($, $._integer))),
      call($, VERBS['N'], given($, $._integer)),
      call($, VERBS['R'], given($, $._integer)),
      call($, VERBS[' or [by steps]'], optional(given($, $._steps))),
      call($, VERBS['STATE'], given($, $._state)),
      call($, VERBS['STATE [STATE]'], given($, $._states)),
      call($, VERBS['NAME'], given($, $._named)),
      call($, VERBS['PATH'], given($, $._path)),
      call($, VERBS['PATH or [all] [(R,C) [(R,C)]]'], optional(given($, $._near))),
      call($, VERBS['PATH = X'], given($, $._condition)),
      call($, VERBS['K | ring of (R,C)'], given($, $._ring)),
      call($, VERBS['[CELL]'], optional(given($, $._cell))),
      call(
        $,
        VERBS['[TECHNIQUE] [--missing-candidates] [--als-overlap] [--als-nodes] [--siamese]'],
        optional(given($, $._steps_wanted)),
      ),
      call($, VERBS['MOVES'], given($, choice($._rolls, $._inputs))),
      call(
        $,
        VERBS['LABEL DIRECTION | LABEL to (R,C) or LABEL DIRECTION | LABEL+N | LABEL-N'],
        given($, $._move),
      ),
      call(
        $,
        VERBS['MOVE [; MOVE …] or MOVES or rotate R [; rotate R …] or step N [; step N …]'],
        given($, choice($._rolls, $._moves, $._counted_moves, $._placements, $._inputs)),
      ),
      call($, VERBS['not MOVE'], given($, $._reason)),
    ),

    // Its range is a matter of meaning: the checker says it.
    _integer: $ => $.integer,

    _level: $ => choice($.integer, alias('next', $.word)),

    _text: $ => repeat1($._argument),

    _steps: $ => seq(alias('by', $.word), alias('steps', $.word)),

    _state: $ => choice(alias(/[0-9]+/, $.integer), alias($.name, $.word)),

    _states: $ => seq($._state, optional($._state)),

    _named: $ => alias($.name, $.word),

    _path: $ => $.path,

    _near: $ => choice(
      $.path,
      seq(alias('all', $.word), optional($._block)),
      $._block,
    ),

    _block: $ => seq($.coordinate, optional($.coordinate)),

    _condition: $ => seq($.path, '=', alias(choice('X', '.'), $.word)),

    _ring: $ => choice($.integer, seq(alias('of', $.word), $.coordinate)),

    _cell: $ => choice($.place, $.coordinate),

    // A move, or a command of the kind.
    _reason: $ => seq(alias('not', $.word), repeat1($._argument)),

    _rolls: $ => repeat1(choice($._direction, alias($._letters, $.word))),

    // Keys of a game: letters and words.
    _inputs: $ => prec.dynamic(-1, repeat1(choice(
      $._direction,
      ...[$._letters, $._car_slide, $._keys].map(token => alias(token, $.word)),
    ))),

    _direction: $ => alias(choice(...DIRECTIONS), $.word),

    _moves: $ => seq($._move, repeat(seq(';', $._move)), optional(';')),

    // What slides, and how: a label may look like anything that is in the language.
    _move: $ => choice(
      alias($._offset, $.word),
      seq(alias($._car_slide, $.word), optional($.integer)),
      seq(
        choice(
          $._direction,
          ...[
            $._letters, $._counted_letter, $._car_slide, $._keys, $.name, $.word, $.integer, $.place, $._offset,
          ].map(token => alias(token, $.word)),
        ),
        choice(
          seq(choice($._direction, alias($._letters, $.word)), optional($.integer)),
          alias($._counted_letter, $.word),
          seq(alias('to', $.word), $.coordinate),
          seq($.coordinate, optional(alias('to', $.word)), $.coordinate),
        ),
      ),
    ),

    // A car and how far it slides. A name or a label may look like it.
    _offset: _ => token(prec(1, /[A-Za-z][+−–-][0-9]+/)),

    // Moves of a keyword and a number: `rotate -2`, `step 3`.
    _counted_moves: $ => seq($._counted_move, repeat(seq(';', $._counted_move)), optional(';')),

    _counted_move: $ => seq(alias(choice('rotate', 'step'), $.word), $.integer),

    _placements: $ => repeat1(seq(
      $.place,
      choice(
        seq('=', choice($.integer, alias($.name, $.word))),
        alias($._pencil_mark, $.word),
      ),
    )),

    // Candidates that are deleted or restored.
    _pencil_mark: _ => token(prec(1, /[+-][0-9A-Pa-p]+/)),

    _technique: _ => /[A-Za-z0-9][A-Za-z0-9+-]*/,

    // A technique, and what else to look at.
    _steps_wanted: $ => choice(
      seq(alias($._technique, $.word), repeat(alias($._option, $.word))),
      repeat1(alias($._option, $.word)),
    ),

    _option: _ => /--[a-z]+(-[a-z]+)*/,

    query: $ => seq(optional(field('time', $.integer)), field('path', $.path)),

    // In a body a query keeps its time.
    timed_query: $ => seq(field('time', $.integer), field('path', $.path)),

    _argument: $ => choice(
      $.coordinate,
      $.path,
      $.place,
      $.integer,
      alias($.name, $.word),
      alias($._offset, $.word),
      $.word,
      alias($._open, $.word),
      alias($._close, $.word),
      '=',
      ';',
      ',',
    ),

    // A parenthesis that belongs to no coordinate: an argument is any text.
    _open: _ => '(',

    _close: _ => ')',

    // A cell of a sudoku: row and column from 1.
    place: _ => token(prec(1, /r[0-9]+c[0-9]+/)),

    word: _ => /[^ \t\r\n{}()\[\];=,:][^ \t\r\n{}()\[\];=,]*/,

    expectation: $ => seq('=>', choice($.answer, $.block, $.open)),

    // A question mark alone states no answer.
    open: $ => prec(1, $._question),

    answer: $ => repeat1(choice($._answer_word, alias($._braced, $.text))),

    // Between braces, no word holds one.
    _line: $ => repeat1($._answer_word),

    block: $ => seq('{', choice(rows($, alias($._line, $.line)), repeat($._separator)), '}'),

    _answer_word: $ => choice($.integer, alias($._text, $.text), alias($._question, $.text)),

    _question: _ => token(prec(-1, '?')),

    _text: _ => token(prec(-1, /[^ \t\r\n{}]+/)),

    _braced: _ => token(prec(-1, /[^ \t\r\n{}]*[{}][^ \t\r\n]*/)),

    // ---- declarations ----

    declaration: $ => choice(
      declaration($, alias('automaton', $.kind), $.automaton_body),
      declaration($, alias('matrix', $.kind), $.matrix_body),
      declaration($, alias('klotski', $.kind), $.klotski_body),
      declaration($, alias('rush', $.kind), $.rush_body),
      declaration($, alias('sudoku', $.kind), $.sudoku_body),
      declaration($, alias('bloxorz', $.kind), $.bloxorz_body),
      declaration($, alias('sliders', $.kind), $.sliders_body),
      declaration($, alias('puzzlescript', $.kind), $.puzzlescript_body),
      // A kind that does not exist, or not yet while it is typed.
      seq(
        field('kind', alias($.name, $.kind)),
        field('name', $._name),
        '{',
        choice(field('body', $.unknown_body), repeat($._separator)),
        '}',
      ),
    ),

    // ---- automaton ----

    automaton_body: $ => seq(
      repeat($._separator),
      choice(
        seq($.rule, repeat($._separator), $.tree, repeat($._separator), optional($._bare)),
        seq($.tree, repeat($._separator), optional($._bare), $.rule, repeat($._separator)),
        $._verbatim,
      ),
    ),

    // The rest of a tree without its outer parentheses.
    _bare: $ => seq(
      choice($.live, $.dead),
      repeat($._separator),
      $._tree,
      repeat($._separator),
    ),

    _verbatim: $ => seq(
      $.integer,
      repeat($._separator),
      $._tree,
      repeat($._separator),
      optional($._bare),
      $.integer,
      repeat(seq(repeat1($._separator), alias($.timed_query, $.query))),
      repeat($._separator),
    ),

    // A question mark stands for a rule that is to be found.
    rule: $ => seq('rule', choice($.integer, alias('?', $.word))),

    tree: $ => seq('tree', repeat($._separator), $._tree),

    _tree: $ => choice($.branch, $.live, $.dead),

    // Blanks and line ends between the symbols are free, and may be absent.
    branch: $ => seq(
      '(',
      repeat($._newline),
      field('left', $._tree),
      repeat($._newline),
      field('node', choice($.live, $.dead)),
      repeat($._newline),
      field('right', $._tree),
      repeat($._newline),
      ')',
    ),

    live: _ => 'X',

    dead: _ => '.',

    // ---- matrix ----

    matrix_body: $ => rows($, alias($._integers, $.row)),

    _integers: $ => repeat1($.integer),

    // ---- klotski ----

    klotski_body: $ => rows($, alias($._labels, $.row), $.goal),

    // A word that is not packed is a label as a whole; a packed one falls into its runs of empty
    // cells, of walls and of labels. Which of both it is, only all rows together tell.
    _labels: $ => repeat1(choice(
      $.label,
      seq(choice($.empty, $.wall), optional(alias($._beside, $.label))),
    )),

    empty: _ => /\.+/,

    wall: _ => /#+/,

    label: _ => /[^ \t\r\n{}.#]+/,

    // After a dot or a wall `//` is not a comment.
    _beside: _ => token.immediate(prec(3, /[^ \t\r\n{}.#]+/)),

    goal: $ => seq(
      'goal',
      field('label', alias($._text, $.label)),
      'at',
      field('place', $.coordinate),
    ),

    // ---- rush ----

    rush_body: $ => rows($, alias($._cars, $.row), alias($._exit, $.goal)),

    // A word falls into its runs of empty cells, of walls and of cars. On one line, numbers may stand
    // beside the board.
    _cars: $ => repeat1(choice(
      alias(/[.o]+/, $.empty),
      alias(/[#x]+/, $.wall),
      alias(/[A-Za-np-wyz]+/, $.label),
      $.integer,
    )),

    _exit: $ => seq('goal', field('label', alias($._text, $.label))),

    // ---- sudoku ----

    sudoku_body: $ => rows($, choice(alias($._cells, $.row), alias($._note, $.comment))),

    // Up to a comment.
    _note: _ => /#([^\r\n{}\/]|\/[^\r\n{}\/])*/,

    _cells: $ => repeat1(choice($.given, alias($._blank_cells, $.empty), $.frame)),

    // A sign or a letter may stand before pencil marks, and a minus before each of them.
    given: _ => /[A-Za-z*@#+]?(-?[1-9A-Pa-p])+/,

    _blank_cells: _ => /[0._]+/,

    frame: _ => /[|+=:'`*-]+/,

    // ---- bloxorz ----

    bloxorz_body: $ => rows($, alias($._terrain, $.row), $.legend),

    _terrain: $ => repeat1(choice(
      alias(/S/, $.start),
      alias(/T/, $.hole),
      alias(/o+/, $.floor),
      alias(/f+/, $.fragile),
      alias(/-+/, $.void),
      $.tile,
    )),

    tile: _ => /[A-Za-z0-9]/,

    legend: $ => seq(
      field('tile', $.tile),
      ':',
      choice($.bridge, $.switch, $.split),
    ),

    bridge: _ => seq('bridge', choice('extended', 'retracted')),

    switch: $ => seq(choice('soft', 'hard'), $.effect, repeat(seq(',', $.effect))),

    effect: $ => seq(choice('toggles', 'extends', 'retracts'), field('bridge', $.tile)),

    split: $ => seq('splits', 'to', $.coordinate, 'and', $.coordinate),

    // ---- sliders ----

    sliders_body: $ => seq(
      field('start', $.board),
      'goal',
      choice(field('goal', $.board), repeat($._separator)),
    ),

    board: $ => rows($, alias($._tiles, $.row)),

    _tiles: $ => repeat1(choice(
      $.label,
      seq(choice($.empty, alias($.wall, $.label)), optional(alias($._beside, $.label))),
    )),

    // ---- anything else ----

    // ---- puzzlescript ----

    // The text of a game: only a line that is `}` alone ends it.
    puzzlescript_body: $ => seq($._newline, repeat(choice($._newline, alias($._game_line, $.line)))),

    // A line of a game. No comment of a document begins in it.
    _game_line: _ => token(prec(9, choice(/[^ \t\r\n}][^\r\n]*/, /\}[ \t]*[^ \t\r\n][^\r\n]*/))),

    unknown_body: $ => rows($, alias($._line, $.line)),
  },
});
