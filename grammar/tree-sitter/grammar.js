/**
 * @file The puzzled language: documents of puzzles, commands and expected answers.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// This grammar is for editors: it gives a document its shape and is lenient about the rest. What is
// right, the checker says. `../*.ebnf` is the grammar that the checker is held to; every sentence
// of it is parsed here without an ERROR node.
//
// Lines matter, blanks do not. A command does not tell which kind it goes to, therefore all
// commands share one rule; a body stands after its kind, therefore each kind has a rule of its own.
// Tree-sitter reads only the tokens that may stand at a place. That is what lets `X`, `goal` or
// `S` mean something in one body and be a label in another, without an external scanner.

const KINDS = ['automaton', 'matrix', 'klotski', 'sudoku', 'bloxorz', 'sliders'];

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
 * A declaration; its body may be missing.
 * @param {any} $
 * @param {Rule} kind
 * @param {Rule} body
 */
const declaration = ($, kind, body) => seq(
  field('kind', kind),
  field('name', $._name),
  '{',
  choice(field('body', body), repeat($._separator)),
  '}',
);

module.exports = grammar({
  name: 'puzzled',

  extras: $ => [/[ \t]/, $.comment],

  inline: $ => [$._name, $._verb],

  // Only the colon after it tells the tile of a legend from a tile of the row before it.
  conflicts: $ => [[$.coordinate, $._open], [$.bloxorz_body]],

  rules: {
    document: $ => seq(
      repeat(seq(optional($._statement), $._newline)),
      optional($._statement),
    ),

    _newline: _ => /\r\n|\r|\n/,

    // What separates rows: a line end, or a slash in a body on one line.
    _separator: $ => choice($._newline, '/'),

    // After a blank or at the start of a line: any word that begins elsewhere runs over `//`.
    comment: _ => token(prec(2, /\/\/[^\r\n]*/)),

    _statement: $ => choice($.declaration, $.use, $.command),

    use: $ => seq('use', field('puzzle', $._name)),

    // Kinds, verbs and `use` are not reserved.
    _name: $ => choice($.name, ...[...KINDS, 'use'].map(word => alias(word, $.name))),

    _verb: $ => choice(...[$.name, ...KINDS].map(word => alias(word, $.verb))),

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
      choice(
        $.query,
        seq(field('verb', $._verb), optional(field('arguments', $.arguments))),
      ),
      optional(field('expected', $.expectation)),
    ),

    query: $ => seq(optional(field('time', $.integer)), field('path', $.path)),

    // In a body a query keeps its time.
    timed_query: $ => seq(field('time', $.integer), field('path', $.path)),

    arguments: $ => repeat1(choice(
      $.coordinate,
      $.path,
      $.place,
      $.integer,
      alias($.name, $.word),
      $.word,
      alias($._open, $.word),
      alias($._close, $.word),
      '=',
      ';',
      ',',
    )),

    // A parenthesis that belongs to no coordinate: an argument is any text.
    _open: _ => '(',

    _close: _ => ')',

    // A cell of a sudoku: row and column from 1.
    place: _ => token(prec(1, /r[0-9]+c[0-9]+/)),

    word: _ => /[^ \t\r\n{}()\[\];=,:][^ \t\r\n{}()\[\];=,]*/,

    expectation: $ => seq('=>', optional(choice($.answer, $.block))),

    answer: $ => repeat1(choice($._answer_word, alias($._braced, $.text))),

    // Between braces, no word holds one.
    _line: $ => repeat1($._answer_word),

    block: $ => seq('{', choice(rows($, alias($._line, $.line)), repeat($._separator)), '}'),

    _answer_word: $ => choice($.integer, alias($._text, $.text)),

    _text: _ => token(prec(-1, /[^ \t\r\n{}]+/)),

    _braced: _ => token(prec(-1, /[^ \t\r\n{}]*[{}][^ \t\r\n]*/)),

    // ---- declarations ----

    declaration: $ => choice(
      declaration($, alias('automaton', $.kind), $.automaton_body),
      declaration($, alias('matrix', $.kind), $.matrix_body),
      declaration($, alias('klotski', $.kind), $.klotski_body),
      declaration($, alias('sudoku', $.kind), $.sudoku_body),
      declaration($, alias('bloxorz', $.kind), $.bloxorz_body),
      declaration($, alias('sliders', $.kind), $.sliders_body),
      // A kind that does not exist, or not yet while it is typed.
      declaration($, alias($.name, $.kind), $.unknown_body),
    ),

    // ---- automaton ----

    automaton_body: $ => rows($, repeat1(choice(
      $.rule,
      $.tree,
      alias($.timed_query, $.query),
      $.integer,
      $._tree,
    ))),

    rule: $ => seq('rule', $.integer),

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
    _labels: $ => repeat1(choice($.empty, $.wall, $._label)),

    empty: _ => /\.+/,

    wall: _ => /#+/,

    label: _ => /[^ \t\r\n{}.#]+/,

    // After a dot or a wall `//` is not a comment.
    _label: $ => choice($.label, alias(token.immediate(prec(3, /[^ \t\r\n{}.#]+/)), $.label)),

    goal: $ => seq(
      'goal',
      field('label', alias($._text, $.label)),
      'at',
      field('place', $.coordinate),
    ),

    // ---- sudoku ----

    sudoku_body: $ => rows($, choice(alias($._cells, $.row), alias($._note, $.comment))),

    // Up to a comment.
    _note: _ => /#([^\r\n{}\/]|\/[^\r\n{}\/])*/,

    _cells: $ => repeat1(choice($.given, alias($._blank_cells, $.empty), $.frame)),

    given: _ => /[1-9A-Za-z]+/,

    _blank_cells: _ => /[0._]+/,

    frame: _ => /[|+=-]+/,

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
      optional(seq('goal', choice(field('goal', $.board), repeat($._separator)))),
    ),

    board: $ => rows($, alias($._tiles, $.row)),

    _tiles: $ => repeat1(choice($.empty, alias($.wall, $.label), $._label)),

    // ---- anything else ----

    unknown_body: $ => rows($, alias($._line, $.line)),
  },
});
