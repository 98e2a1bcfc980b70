//! The codes of the puzzlescript kind, each with its explanation and with what its diagnostics say.

use super::palette::Palette;
use super::syntax::COMMANDS;
use super::syntax::words::{COLORS, EVENTS, SOUND_VERBS};
use super::syntax::{
    ARROWS, Closed, Entry, FLAGS, MODIFIERS, ObjectDraft, PREFIXES, Section, SoundPart, WITH_VALUE,
};
use crate::diag::Applicability::{Likely, Sure};
use crate::diag::{Shown, codes, counted, nearest, thousands};
use crate::syntax::Fragment;
use crate::text::Span;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    // Sections.
    AFTER_HEADING = Code::error(
        "puzzlescript::after-heading", "text after a heading", "codes/after-heading.md"
    ) {
        /// Text on the line of a heading or of a row of equals signs.
        fn after_heading(text: Fragment<'_>, closed: Closed) {
            let heading = match closed {
                Closed::Equals => String::from("a row of `=`"),
                Closed::Heading(section) => format!("the heading `{}`", section.word().to_uppercase()),
            };
            at text.span() => "expected the end of the line after {heading}, found `{text}`",
                "only a comment can be here";
            help "put this text on the next line";
        }
    }
    SECTION_ORDER = Code::error(
        "puzzlescript::section-order", "a section that is missing, repeated or out of order",
        "codes/section-order.md"
    ) {
        /// A heading appears twice.
        fn repeated_section(span: Span, section: Section, first: Span) {
            let name = section.word().to_uppercase();
            at span => "the section {name} appears twice", "a second heading";
            also first => "the first is here";
            help "move these lines to the first section {name}";
        }
        /// OBJECTS is not the first section.
        fn objects_first(span: Span) {
            at span => "expected OBJECTS as the first section", "it comes too late";
            help "move this section to the start of the game, after the prelude";
        }
        /// The section before is missing, or comes later.
        fn missing_section(span: Span, section: Section, before: Section, meant: Vec<Span>) {
            let name = section.word().to_uppercase();
            let other = before.word().to_uppercase();
            at span => "expected the section {other} before {name}", "{other} is missing here";
            each meant => "is this `{other}`?";
            help "add the heading `{other}` above; a section can be empty, but none can be left out";
        }
    }

    // Prelude.
    UNKNOWN_SETTING = Code::error(
        "puzzlescript::unknown-setting", "a word that is not a setting", "codes/unknown-setting.md"
    ) {
        /// A line before the first heading begins with an unknown word.
        fn unknown_setting(word: Fragment<'_>) {
            let near = nearest(word.text, WITH_VALUE.into_iter().chain(FLAGS).chain(Section::ALL.map(Section::word)));
            at word.span() => "unknown setting `{word}`", "expected a setting or a heading";
            help "before OBJECTS, lines are settings such as `title`, `author`, `noaction`";
            near word.span() => near;
        }
        /// A line before the first heading does not begin with a word.
        fn prelude_character(span: Span, line: Fragment<'_>) {
            at span => "expected a setting or a heading, found `{line}`", "no setting begins so";
            help "put remarks in parentheses, or move the line to its section";
        }
    }
    MISSING_VALUE = Code::error(
        "puzzlescript::missing-value", "a setting without its value", "codes/missing-value.md"
    ) {
        /// Nothing follows a setting that needs a value.
        fn missing_value(word: Fragment<'_>) {
            at word.span() => "expected a value after `{word}`", "the line ends here";
            help "write the value on the same line, or remove the setting";
        }
    }
    IGNORED_TEXT = Code::warning(
        "puzzlescript::ignored-text", "text that has no effect", "codes/ignored-text.md"
    ) {
        /// A flag has a value.
        fn flag_value(text: Fragment<'_>, word: Fragment<'_>) {
            at text.span() => "unexpected text after `{word}`", "`{word}` is set, whatever follows";
            help "remove it: `{word}` takes no value, and is off only if its line is missing";
        }
        /// A comment is within a value.
        fn comment_in_value(text: Fragment<'_>) {
            at text.span() => "the value ends before the comment: `{text}` has no effect", "no part of the value";
            help "put the comment on its own line";
        }
        /// YouTube no longer works.
        fn youtube(span: Span) {
            at span => "`youtube` has no effect", "the engine no longer plays videos";
            help "remove the line";
        }
    }
    REPEATED_SETTING = Code::warning(
        "puzzlescript::repeated-setting", "a setting that is written twice",
        "codes/repeated-setting.md"
    ) {
        /// A setting is written twice.
        fn repeated_setting(word: Fragment<'_>, earlier: Span) {
            at word.span() => "`{word}` is set twice", "this value counts";
            also earlier => "this value is lost";
            help "keep one of the two lines";
        }
    }
    UNKNOWN_PALETTE = Code::error(
        "puzzlescript::unknown-palette", "a palette that does not exist", "codes/unknown-palette.md"
    ) {
        /// No palette has this name.
        fn unknown_palette(word: Fragment<'_>) {
            at word.span() => "unknown palette `{word}`", "expected a name, or a number from 1 to 14";
            help "remove the line to get the palette `arnecolors`";
            near word.span() => nearest(word.text, Palette::names());
        }
    }
    SCREEN_SIZE = Code::warning(
        "puzzlescript::screen-size", "a screen whose size cannot be read", "codes/screen-size.md"
    ) {
        /// The size of a screen is not WIDTHxHEIGHT.
        fn screen_size(text: Fragment<'_>) {
            at text.span() => "expected WIDTHxHEIGHT, found `{text}`", "the setting has no effect";
            help "write two whole numbers from 1, such as `16x12`";
        }
    }

    LONG_TITLE = Code::warning(
        "puzzlescript::long-title", "a title or an author that is too long", "codes/long-title.md"
    ) {
        /// Title and author do not fit on the title screen.
        fn long_title(key: Fragment<'_>, room: usize) {
            at key.span() => "the {key} does not fit on the title screen", "its end is not shown";
            help "shorten it: title and author have {room} lines of 34 characters together";
        }
    }

    // Objects.
    BAD_OBJECT_LINE = Code::warning(
        "puzzlescript::bad-object-line", "a line of OBJECTS that cannot be read",
        "codes/bad-object-line.md"
    ) {
        /// A line in place of a name begins with another character.
        fn bad_object_line(here: Span, text: Option<Fragment<'_>>, after: &str) {
            let found = text.map_or("", |text| text.text.trim());
            let found = Shown(found);
            at here => "expected the name of an object, found `{found}`", "the line is left out";
            when false = after.is_empty() => {
                help "a name has letters, digits and `_`; glyphs such as `#` come after it or in the LEGEND, and a sprite has five rows";
            }
        }
    }
    NAME_IN_USE = Code::error(
        "puzzlescript::name-in-use", "a name that is declared twice", "codes/name-in-use.md"
    ) {
        /// A name is declared twice.
        fn name_in_use(word: Fragment<'_>, earlier: Span) {
            at word.span() => "`{word}` is declared twice", "a second meaning";
            also earlier => "the first is here";
            help "give one of them another name; upper and lower case are the same";
        }
    }
    KEYWORD_NAME = Code::warning(
        "puzzlescript::keyword-name", "a name that is a keyword", "codes/keyword-name.md"
    ) {
        /// A keyword is declared as a name.
        fn keyword_name(word: Fragment<'_>) {
            at word.span() => "`{word}` is a keyword", "rules may read it as the keyword";
            help "choose another name";
        }
    }
    UNKNOWN_COLOR = Code::error(
        "puzzlescript::unknown-color", "a word that is not a color", "codes/unknown-color.md"
    ) {
        /// A color of an object is unknown.
        fn unknown_color(word: Fragment<'_>, object: &str) {
            let object = Shown(object);
            at word.span() => "unknown color `{word}` of `{object}`", "expected a color";
            help "write a color such as `red`, `lightblue`, `#f80` or `#ff8800`; the line after a name holds its colors";
            near word.span() => nearest(word.text, COLORS);
        }
        /// The color of a setting is unknown.
        fn bad_setting_color(word: Fragment<'_>) {
            at word.span() => "unknown color `{word}`", "expected a color";
            help "write a color such as `red`, `lightblue`, `#f80` or `#ff8800`";
            near word.span() => nearest(word.text, COLORS);
        }
    }
    NO_COLOR = Code::error(
        "puzzlescript::no-color", "an object without a color", "codes/no-color.md"
    ) {
        /// No line with colors follows the name.
        fn no_color(name: Fragment<'_>) {
            at name.span() => "object `{name}` has no color", "expected its colors on the next line";
            help "add a line with at least one color below the name, such as `transparent`";
        }
    }
    TOO_MANY_COLORS = Code::error(
        "puzzlescript::too-many-colors", "an object with more than ten colors",
        "codes/too-many-colors.md"
    ) {
        /// A sprite names its colors by one digit.
        fn too_many_colors(word: Fragment<'_>, object: Fragment<'_>) {
            at word.span() => "object `{object}` has more than ten colors", "the eleventh";
            help "remove colors: a sprite names them by the digits 0 to 9";
        }
    }
    BAD_SPRITE = Code::error(
        "puzzlescript::bad-sprite", "a sprite with other characters than digits and dots",
        "codes/bad-sprite.md"
    ) {
        /// A row of a sprite holds another character.
        fn bad_sprite(here: Span, object: &str) {
            let object = Shown(object);
            at here => "expected a digit or a dot in the sprite of `{object}`", "no color number";
            help "draw five rows of five characters, or put an empty line before the next object";
        }
    }
    SPRITE_SIZE = Code::warning(
        "puzzlescript::sprite-size", "a sprite that is not five by five", "codes/sprite-size.md"
    ) {
        /// A row is too long.
        fn wide_sprite(here: Span, object: Fragment<'_>) {
            at here => "a row of the sprite of `{object}` has more than 5 characters", "the sixth";
            help "a sprite has five rows of five characters";
        }
        /// The sprite has too few rows, or rows of another length.
        fn sprite_size(object: &ObjectDraft<'_>) {
            let name = object.name;
            let rows = counted(object.rows.len() as u64, "row");
            at name.span() => "the sprite of `{name}` is not 5 × 5", "it has {rows}";
            also object.sprite => "the sprite";
            help "draw five rows of five characters; `.` is transparent";
        }
    }
    COLOR_NUMBER = Code::error(
        "puzzlescript::color-number", "a sprite with a color that its object lacks",
        "codes/color-number.md"
    ) {
        /// A digit of a sprite is beyond the colors.
        fn color_number(pixel: Fragment<'_>, colors: usize, object: &str) {
            let object = Shown(object);
            let colors_text = counted(colors as u64, "color");
            at pixel.span() => "`{object}` has no color {pixel}", [
                colors == 0 => "it has no colors",
                else "it has {colors_text}, counted from 0",
            ];
            help "add colors to the line below the name, or use a smaller digit";
        }
    }

    // Legend.
    BAD_LEGEND = Code::error(
        "puzzlescript::bad-legend", "a line of the legend that cannot be read",
        "codes/bad-legend.md"
    ) {
        /// The `=` is missing.
        fn no_equals(found: Fragment<'_>, name: Option<Fragment<'_>>) {
            let name = name.map_or(Shown("A"), |name| Shown(name.text));
            at found.span() => "expected `=` after `{name}`, found `{found}`", "no `=`";
            help "the forms are `A = B`, `A = B and C`, `A = B or C`";
        }
        /// Another word in place of `and` or `or`.
        fn no_join(word: Fragment<'_>) {
            at word.span() => "expected `and` or `or`, found `{word}`", "names are joined by `and` or `or`";
            help "the forms are `A = B`, `A = B and C`, `A = B or C`";
        }
        /// `and` and `or` in one line.
        fn mixed_joins(word: Fragment<'_>, first: Fragment<'_>) {
            at word.span() => "expected `{first}`, found `{word}`", "`and` and `or` in one line";
            also first.span() => "the line is joined by `{first}`";
            help "declare a name for one part in a line of its own, and use that name";
        }
        /// A character that no name has.
        fn legend_character(here: Span, text: Fragment<'_>) {
            at here => "expected a name, found `{text}`", "no name begins so";
            help "names after `=` have letters, digits and `_`; glyphs stand before the `=`";
        }
        /// The line ends too early.
        fn legend_form(last: Fragment<'_>, words: usize) {
            at last.span() => [
                words == 1 => "expected `=` after `{last}`",
                else "expected a name after `{last}`",
            ], "the line ends here";
            help "the forms are `A = B`, `A = B and C`, `A = B or C`";
        }
    }
    SELF_REFERENCE = Code::error(
        "puzzlescript::self-reference", "a name that stands for itself", "codes/self-reference.md"
    ) {
        /// A name is among the names that it stands for.
        fn self_reference(word: Fragment<'_>, name: Fragment<'_>) {
            at word.span() => "`{word}` stands for itself", "the name that is being declared";
            also name.span() => "declared here";
            help "remove it, or give one of them another name";
        }
    }
    REPEATED_NAME = Code::warning(
        "puzzlescript::repeated-name", "a name that is listed twice", "codes/repeated-name.md"
    ) {
        /// A name appears twice in a list.
        fn repeated_part(word: Fragment<'_>, earlier: Span) {
            at word.span() => "`{word}` is listed twice", "it says nothing new";
            also earlier => "the first is here";
            help "remove one of them";
        }
        /// A cell excludes an object twice.
        fn repeated_no(word: Fragment<'_>, earlier: Span) {
            at word.span() => "`no {word}` appears twice in a cell", "it says nothing new";
            also earlier => "the first is here";
            help "remove one of them";
        }
    }
    UNDECLARED = Code::error(
        "puzzlescript::undeclared", "a name that nothing declares", "codes/undeclared.md"
    ) {
        /// A name is not declared.
        fn undeclared['n, I: Iterator<Item = &'n str>](word: Fragment<'_>, names: I) {
            at word.span() => "unknown name `{word}`", "no object and no line of the legend before declares it";
            help "declare it as an object or in the LEGEND, above this line";
            near word.span() => nearest(word.text, names);
        }
        /// The first word of a sound is neither an event nor a name.
        fn undeclared_sound['n, I: Iterator<Item = &'n str>](word: Fragment<'_>, names: I) {
            at word.span() => "unknown sound event or object `{word}`", "expected an event or an object";
            help "begin the line with an event such as `sfx0` or `endlevel`, or with an object";
            near word.span() => nearest(word.text, EVENTS.into_iter().chain(names));
        }
        /// A word of a rule is not declared.
        fn unknown_rule_word['n, I: Iterator<Item = &'n str>](word: Fragment<'_>, names: I) {
            let words = names.chain(MODIFIERS).chain(["randomdir", "random"]).chain(COMMANDS);
            let glued = word.text.strip_prefix(['>', '<', '^']).filter(|rest| !rest.is_empty());
            let is_prefix = PREFIXES.contains(&word.text);
            let near = match word.text {
                text if ARROWS.contains(&text) => Some("->"),
                _ if glued.is_some() || is_prefix => None,
                text => nearest(text, words),
            };
            at word.span() => "unknown name `{word}` in a rule", [
                glued.is_some() => "a movement and a name without a space",
                is_prefix => "a word that belongs before the first bracket",
                else "no object and no line of the legend declares it",
            ];
            help [
                glued.is_some() => "put a space after the movement",
                is_prefix => "move it to the start of the rule",
                else "declare it as an object or in the LEGEND",
            ];
            near word.span() => near;
            when Some(_) = glued => {
                fix Sure, "Put a space after the movement", Span::at(word.start + 1) => " ";
            }
        }
    }
    MIXED_LEGEND = Code::error(
        "puzzlescript::mixed-legend", "`and` of `or`, or `or` of `and`", "codes/mixed-legend.md"
    ) {
        /// A name of `and` stands for one of several objects.
        fn every_of_any(word: Fragment<'_>, place: Span) {
            at word.span() => "`{word}` is declared with `or`, so it cannot be joined by `and`", "one of several objects";
            also place => "declared here";
            help "join objects, or names that are declared with `and`";
        }
        /// A name of `or` stands for several objects at once.
        fn any_of_every(word: Fragment<'_>, name: Fragment<'_>, place: Span) {
            at word.span() => "`{word}` is declared with `and`, so `{name}` cannot be one of its objects", "several objects at once";
            also place => "declared here";
            help "join objects, or names that are declared with `or`";
        }
    }
    SAME_LAYER = Code::error(
        "puzzlescript::same-layer", "objects of one layer joined by `and`", "codes/same-layer.md"
    ) {
        /// Two objects of a name exclude each other.
        fn same_layer(entry: &Entry<'_>, part: &str, other: &str, layer: Span) {
            let part = Shown(part);
            let other = Shown(other);
            let same = entry.parts.iter().filter(|name| **name == part.0).count() > 1;
            at entry.value => "`{other}` and `{part}` cannot be in one cell", [
                same => "`{part}` twice",
                else "both are in one collision layer",
            ];
            also layer => "the layer";
            help "put them into different layers, or join them by `or`";
        }
    }

    // Sounds.
    BAD_SOUND = Code::error(
        "puzzlescript::bad-sound", "a line of SOUNDS that cannot be read", "codes/bad-sound.md"
    ) {
        /// A word of a sound is not what is expected there.
        fn sound_part(word: Fragment<'_>, part: SoundPart, after: Fragment<'_>) {
            let expected = match part {
                SoundPart::EventSeed | SoundPart::Seed => "a seed (a number)",
                SoundPart::Verb => "`move`, `cantmove`, `create`, `destroy` or `action`",
                SoundPart::DirectionOrSeed => "a direction or a seed (a number)",
                SoundPart::End => "the end of the line",
            };
            let near = match part {
                SoundPart::Verb => nearest(word.text, SOUND_VERBS),
                _ => None,
            };
            at word.span() => "expected {expected} after `{after}`, found `{word}`", "not expected here";
            help "the forms are `EVENT SEED`, `OBJECT create SEED`, `OBJECT move [DIRECTIONS] SEED`";
            near word.span() => near;
        }
        /// A sound ends without a seed.
        fn missing_seed(last: Fragment<'_>) {
            at last.span() => "expected a seed after `{last}`", "the line ends here";
            help "add a number such as `36772507`";
        }
    }
    INCOMPLETE_SOUND = Code::warning(
        "puzzlescript::incomplete-sound", "a line of SOUNDS that has no effect",
        "codes/incomplete-sound.md"
    ) {
        /// A sound is one word.
        fn incomplete_sound(word: Fragment<'_>, is_event: bool) {
            at word.span() => [
                is_event => "expected a seed after `{word}`",
                else "expected `move`, `create`, … and a seed after `{word}`",
            ], "no sound is declared";
            help "complete the line, or remove it";
        }
        /// A sound begins with a character that no name has.
        fn sound_start(text: Fragment<'_>) {
            at text.span() => "expected an event or an object, found `{text}`", "the line has no effect";
            help "begin the line with an event such as `sfx0`, or with the name of an object; a glyph cannot be used here";
        }
        /// An event has two sounds.
        fn repeated_sound(word: Fragment<'_>, earlier: Span) {
            at word.span() => "`{word}` has two sounds", "this one counts";
            also earlier => "this one is never played";
            help "remove one of them";
        }
    }
    SOUND_OF_EVERY = Code::error(
        "puzzlescript::sound-of-every", "a sound of a name declared with `and`",
        "codes/sound-of-every.md"
    ) {
        /// A sound belongs to several objects at once.
        fn sound_of_every(word: Fragment<'_>) {
            at word.span() => "`{word}` is declared with `and`, so it has no sounds", "several objects at once";
            help "name one of its objects, or a name that is declared with `or`";
        }
    }

    // Collision layers.
    BAD_LAYER = Code::error(
        "puzzlescript::bad-layer", "a collision layer that cannot be read", "codes/bad-layer.md"
    ) {
        /// A character that no name has.
        fn layer_character(char: Fragment<'_>) {
            at char.span() => "expected the name of an object, found `{char}`", "no name begins so";
            help "separate names by commas or spaces; a glyph can be used only if it is a letter or a digit";
        }
        /// A name declared with `and`.
        fn layer_of_every(word: Fragment<'_>, place: Span) {
            at word.span() => "`{word}` is declared with `and`, so it cannot be in one layer", "its objects are in a cell at once";
            also place => "declared here";
            help "name its objects, each in a layer of its own";
        }
    }
    BACKGROUND_LAYER = Code::error(
        "puzzlescript::background-layer", "a background that shares its layer, or has several",
        "codes/background-layer.md"
    ) {
        /// `background` is not alone on its line.
        fn background_layer(word: Fragment<'_>) {
            at word.span() => "`background` must be alone in its layer", [
                word.text == "background" => "other objects are in this layer",
                else "this object is in the layer of the background",
            ];
            help "put `Background` on a line of its own";
        }
        /// The objects of the background are in several layers.
        fn background_layers(span: Span, first: &str, other: &str) {
            let first = Shown(first);
            let other = Shown(other);
            at span => "the backgrounds `{first}` and `{other}` are in different layers", "they must be in one layer";
            help "put all backgrounds into one collision layer";
        }
        /// The background is declared with `and`.
        fn background_of_every(span: Span) {
            at span => "`background` cannot be several objects at once", "joined by `and`";
            help "name one object, or join them by `or`";
        }
    }
    SEVERAL_LAYERS = Code::warning(
        "puzzlescript::several-layers", "an object in several layers", "codes/several-layers.md"
    ) {
        /// An object is in several layers.
        fn several_layers(word: Fragment<'_>, others: Vec<Span>) {
            at word.span() => "`{word}` is in several layers", "the last layer counts";
            each others => "it is in this layer, too";
            help "keep it in one layer";
        }
    }
    NO_LAYERS = Code::error(
        "puzzlescript::no-layers", "a game without collision layers", "codes/no-layers.md"
    ) {
        /// No object has a layer.
        fn no_layers(span: Span, has_heading: bool, comment: Option<Span>) {
            at span => [
                has_heading => "no object has a collision layer",
                else "expected the section COLLISIONLAYERS in this game",
            ], [has_heading => "no layer follows", else "the heading is missing"];
            each comment => "this comment is never closed";
            help [
                has_heading => "add a line for each layer, the bottom one first: `Background`, then `Player, Wall`",
                else "add the heading; a comment above it must be closed with `)`",
            ];
        }
    }
    UNLAYERED = Code::error(
        "puzzlescript::unlayered", "an object without a collision layer", "codes/unlayered.md"
    ) {
        /// An object is in no layer.
        fn unlayered(name: Fragment<'_>, layers: Span) {
            at name.span() => "object `{name}` is in no collision layer", "declared here";
            also layers => "expected `{name}` below";
            help "add `{name}` to a line of COLLISIONLAYERS";
        }
        /// An object that is joined by `and` is in no layer.
        fn unlayered_part(entry: &Entry<'_>, object: Fragment<'_>) {
            at entry.value => "object `{object}` is in no collision layer", "used here";
            also object.span() => "declared here";
            help "add `{object}` to a line of COLLISIONLAYERS";
        }
        /// A name of a rule has no layer.
        fn no_layer(span: Span, name: &str) {
            let name = Shown(name);
            at span => "`{name}` is in no collision layer", "used here";
            help "add its objects to lines of COLLISIONLAYERS";
        }
    }
    NO_PLAYER = Code::error(
        "puzzlescript::no-player", "a game without a player", "codes/no-player.md"
    ) {
        /// Nothing is called `player`.
        fn no_player(span: Span, comment: Option<Span>) {
            at span => "expected an object or a name `Player`, found none", "nothing is called `player`";
            each comment => "this comment is never closed";
            help "call the object that the keys move `Player`, or add `Player = NAME` to the legend";
        }
    }
    NO_BACKGROUND = Code::error(
        "puzzlescript::no-background", "a game without a background", "codes/no-background.md"
    ) {
        /// Nothing is called `background`.
        fn no_background(span: Span, comment: Option<Span>) {
            at span => "expected an object or a name `Background`, found none", "nothing is called `background`";
            each comment => "this comment is never closed";
            help "add an object `Background` with a color, and a layer for it";
        }
    }

    // Rules.
    COMMENT_IN_RULE = Code::error(
        "puzzlescript::comment-in-rule", "a comment before or in a rule", "codes/comment-in-rule.md"
    ) {
        /// A comment is before the arrow.
        fn comment_in_rule(comment: Fragment<'_>, rule: Span) {
            at comment.span() => "the rule ends at this comment, before its arrow", "a comment begins here";
            also rule => "the rule";
            help "move the comment to the end of the line, or to a line of its own";
        }
    }
    BAD_ARROW = Code::error(
        "puzzlescript::bad-arrow", "a rule without an arrow, or with two", "codes/bad-arrow.md"
    ) {
        /// No arrow.
        fn no_arrow(span: Span) {
            at span => "expected `->` in this rule", "no arrow";
            help "write what is looked for, `->`, and what it becomes: `[ > Player | Crate ] -> [ > Player | > Crate ]`";
        }
        /// A second arrow.
        fn second_arrow(token: Fragment<'_>) {
            at token.span() => "unexpected second `->`", "the rule has an arrow already";
            help "split the rule into two lines";
        }
    }
    BAD_PLUS = Code::error(
        "puzzlescript::bad-plus", "a `+` that joins nothing", "codes/bad-plus.md"
    ) {
        /// No rule is before.
        fn first_plus(token: Fragment<'_>) {
            at token.span() => "`+` has no rule before it", "nothing to join";
            help "remove the `+`";
        }
        /// The `+` is not the first word.
        fn late_plus(token: Fragment<'_>) {
            at token.span() => "expected `+` at the start of the rule", "it comes too late";
            help "move the `+` to the start of the line";
        }
        /// Two `+`.
        fn second_plus(token: Fragment<'_>) {
            at token.span() => "unexpected second `+`", "the rule is joined already";
            help "remove it";
            fix Sure, "Remove it", token.span() => "";
        }
        /// `random` after `+`.
        fn random_plus(token: Fragment<'_>) {
            at token.span() => "`random` cannot be in a rule that begins with `+`", "the first rule of a group decides";
            help "move `random` to the first rule of the group: it makes the whole group random";
        }
    }
    BAD_PREFIX = Code::error(
        "puzzlescript::bad-prefix", "a word that cannot be before a rule", "codes/bad-prefix.md"
    ) {
        /// A relative direction.
        fn relative_prefix(token: Fragment<'_>) {
            at token.span() => "expected an absolute direction before the rule, found `{token}`", "relative to the rule itself";
            help "write `up`, `down`, `left`, `right`, `horizontal` or `vertical`, or nothing for all four";
        }
        /// Another word.
        fn bad_prefix(token: Fragment<'_>) {
            at token.span() => "expected a direction or `[`, found `{token}`", "not expected before the first bracket";
            help "a rule begins with directions, `late`, `rigid`, `random` or `+`, then `[`";
            near token.span() => nearest(token.text, PREFIXES);
        }
        /// A name at the start of a rule.
        fn outside_brackets(word: Fragment<'_>) {
            at word.span() => "expected `[` before `{word}`", "a name outside of brackets";
            help "write `[ {word} … ] -> [ … ]`";
        }
    }
    BAD_CELL = Code::error(
        "puzzlescript::bad-cell", "a cell of a rule that cannot be read", "codes/bad-cell.md"
    ) {
        /// The bracket before is still open.
        fn unclosed_bracket(token: Fragment<'_>) {
            at token.span() => "expected `]` before this `{token}`", "the bracket before is open";
            help "write `]` before it";
        }
        /// A movement without an object.
        fn movement_alone(span: Span, word: &str) {
            let word = Shown(word);
            at span => "expected an object after `{word}`", "nothing that it belongs to";
            help "write the name of an object after it";
        }
        /// Two movements before one object.
        fn second_movement(token: Fragment<'_>, first: Span) {
            at token.span() => "unexpected `{token}`: an object has one movement", "a second word";
            also first => "the first is here";
            help "keep one of them, or write two rules";
        }
        /// A draw from nothing.
        fn random_unknown(span: Span, name: &str) {
            let name = Shown(name);
            at span => "cannot draw `{name}`: it is not an object and not declared with `or`", "nothing to draw from";
            help "use a name that is declared with `or`";
        }
        /// A word that means nothing.
        fn unexpected_word(token: Fragment<'_>) {
            at token.span() => "unexpected word `{token}` in this rule", "no declared name, no movement and no command";
            let is_prefix = PREFIXES.contains(&token.text);
            help [
                is_prefix => "move it to the start of the rule, before the first bracket",
                token.text == "+" => "remove it: within a cell, names are separated by spaces",
                else "separate words by spaces, and declare names in OBJECTS or LEGEND",
            ];
        }
    }
    ODD_BRACKET = Code::warning(
        "puzzlescript::odd-bracket", "a bracket, bar or arrow in the wrong place",
        "codes/odd-bracket.md"
    ) {
        /// A bracket within brackets.
        fn nested_bracket(token: Fragment<'_>) {
            at token.span() => "unexpected `[` within brackets", "the bracket before is open";
            help "close each `[` with `]` before the next";
        }
        /// A closing bracket too many.
        fn stray_bracket(token: Fragment<'_>) {
            at token.span() => "unexpected `]`: the rule is left out", "no `[` is open";
            help "remove it, or add the `[`";
        }
        /// A bar outside of brackets.
        fn bar_outside(token: Fragment<'_>) {
            at token.span() => "unexpected `|` outside of brackets", "it has no effect";
            help "use `|` between the cells within brackets";
        }
        /// An arrow within brackets.
        fn arrow_inside(token: Fragment<'_>) {
            at token.span() => "unexpected `->` within brackets", "it has no effect";
            help "close the bracket before the arrow";
        }
        /// An ellipsis outside of brackets.
        fn ellipsis_outside(token: Fragment<'_>) {
            at token.span() => "unexpected `...` outside of brackets", "it has no effect";
            help "use `...` as a cell within brackets: `[ A | ... | B ]`";
        }
    }
    OUTSIDE_CELL = Code::warning(
        "puzzlescript::outside-cell", "a name or a movement outside of brackets",
        "codes/outside-cell.md"
    ) {
        /// A direction between patterns.
        fn direction_outside(token: Fragment<'_>) {
            at token.span() => "unexpected `{token}` outside of brackets", "it has no effect";
            help "put directions before the first bracket, and movements within brackets";
        }
        /// A name between patterns.
        fn name_outside(token: Fragment<'_>) {
            at token.span() => "unexpected name `{token}` outside of brackets", "it has no effect";
            help "put it within brackets";
        }
    }
    LATE_MOVEMENT = Code::error(
        "puzzlescript::late-movement", "a movement in a late rule", "codes/late-movement.md"
    ) {
        /// A late rule names a movement.
        fn late_movement(token: Fragment<'_>) {
            at token.span() => "unexpected `{token}` in a late rule", "movements are over when late rules run";
            help "remove it, or remove `late`";
        }
    }
    LATE_RIGID = Code::error(
        "puzzlescript::late-rigid", "a rule that is late and rigid", "codes/late-rigid.md"
    ) {
        /// A late rule is rigid.
        fn late_rigid(span: Span) {
            at span => "a late rule cannot be rigid", "`late` and `rigid`";
            help "remove one of the two words: late rules set no movements that could fail";
        }
    }
    MIXED_LATE = Code::warning(
        "puzzlescript::mixed-late", "late and other rules in one group", "codes/mixed-late.md"
    ) {
        /// A joined rule is late and the group is not, or the other way round.
        fn mixed_late(span: Span, earlier: Span, is_late: bool) {
            at span => [
                is_late => "a late rule is joined to a group that is not late",
                else "a rule is joined to a late group, but is not late",
            ], [
                is_late => "it runs with the late rules",
                else "it runs before movements",
            ];
            also earlier => "the rule before";
            help "write `late` in all rules of the group, or in none";
        }
    }
    REPEATED_OBJECT = Code::error(
        "puzzlescript::repeated-object", "an object twice in one cell of a rule",
        "codes/repeated-object.md"
    ) {
        /// A cell names an object twice.
        fn same_object_twice(token: Fragment<'_>, earlier: Span, is_any: bool) {
            at token.span() => "`{token}` appears twice in one cell", "a second one";
            also earlier => "the first is here";
            help [
                is_any => "declare a second name with the same objects in the LEGEND, and use it here",
                else "remove one of them: a cell holds an object once",
            ];
        }
    }
    EARLY_COMMAND = Code::error(
        "puzzlescript::early-command", "a command before the arrow", "codes/early-command.md"
    ) {
        /// A command is before the arrow.
        fn early_command(token: Fragment<'_>) {
            at token.span() => "unexpected command `{token}` before the arrow", "what is looked for has no commands";
            help "move it to the end of the rule";
        }
    }
    MISPLACED_COMMAND = Code::warning(
        "puzzlescript::misplaced-command", "a command before the last bracket",
        "codes/misplaced-command.md"
    ) {
        /// A command is before the last bracket.
        fn misplaced_command(token: Fragment<'_>) {
            at token.span() => "the command `{token}` is not at the end of the rule", "obeyed all the same";
            help "move it after the last bracket";
        }
    }
    UNKNOWN_SFX = Code::warning(
        "puzzlescript::unknown-sfx", "a sound that no line of SOUNDS declares",
        "codes/unknown-sfx.md"
    ) {
        /// A rule plays a sound that is not declared.
        fn unknown_sfx(token: Fragment<'_>) {
            at token.span() => "no line of SOUNDS declares `{token}`", "nothing is played";
            help "add a line `{token} SEED` to SOUNDS";
        }
    }
    UNEVEN_PATTERNS = Code::warning(
        "puzzlescript::uneven-patterns", "a rule that is left out: its sides differ in patterns",
        "codes/uneven-patterns.md"
    ) {
        /// The sides have a different number of brackets.
        fn uneven_patterns(span: Span, left: usize, right: usize, open: Option<Span>) {
            let patterns = counted(left as u64, "pattern");
            at span => "the rule is left out: {patterns} before the arrow, {right} after it", "brackets are missing, or too many";
            each open => "this bracket is not closed";
            help [
                open.is_some() => "write `]` after the last cell of the open bracket",
                right == 0 => "write what the patterns become, or a command",
                else "write one pair of brackets after the arrow for each one before it",
            ];
        }
    }
    UNEVEN_CELLS = Code::error(
        "puzzlescript::uneven-cells", "a pattern with more or fewer cells after the arrow",
        "codes/uneven-cells.md"
    ) {
        /// The sides of a pattern have a different number of cells.
        fn uneven_cells(span: Span, left: usize, right: usize) {
            let cells = counted(left as u64, "cell");
            at span => "a pattern has {cells} before the arrow, {right} after it", "cells are missing, or too many";
            help "write as many cells after the arrow as before it; a cell can be empty: `[ A | ]`";
        }
    }
    EMPTY_RULE = Code::error(
        "puzzlescript::empty-rule", "a rule without patterns", "codes/empty-rule.md"
    ) {
        /// No bracket is before the arrow.
        fn no_pattern(span: Span) {
            at span => "expected a pattern before the arrow", "the rule looks for nothing";
            help "write what the rule looks for in brackets, or remove the line";
        }
    }
    CONTRADICTION = Code::error(
        "puzzlescript::contradiction", "a cell that gets an object and must not have it",
        "codes/contradiction.md"
    ) {
        /// A cell on the right both holds and excludes an object.
        fn contradiction(span: Span, name: &str) {
            let name = Shown(name);
            at span => "the same cell gets `{name}`, or an object of it", "`no {name}` contradicts";
            help "remove one of the two";
        }
    }
    NEVER_MATCHES = Code::warning(
        "puzzlescript::never-matches", "a cell that requires and excludes an object",
        "codes/never-matches.md"
    ) {
        /// A cell on the left requires and excludes an object.
        fn never_matches(span: Span, name: &str, rule: Span) {
            let name = Shown(name);
            at span => "the same cell requires `{name}`, so the rule never matches", "`no {name}` contradicts";
            also rule => "the rule, or a copy of it, is left out";
            help "remove one of the two";
        }
    }
    SUPERFLUOUS_NO = Code::warning(
        "puzzlescript::superfluous-no", "a `no` that excludes what cannot be there",
        "codes/superfluous-no.md"
    ).unnecessary() {
        /// Another object takes the layer.
        fn superfluous_no(span: Span, name: &str, other: Option<(Span, &str)>) {
            let name = Shown(name);
            at span => "`no {name}` has no effect", "the layers of `{name}` are taken by other objects of the cell";
            when Some((place, other)) = other => {
                also place => "`{other}` is in its layer";
            }
            help "remove `no {name}`";
        }
    }
    NO_EVERY = Code::error(
        "puzzlescript::no-every", "`no` before a name declared with `and`", "codes/no-every.md"
    ) {
        /// `no` before a name declared with `and`.
        fn no_every(span: Span, name: &str) {
            let name = Shown(name);
            at span => "`{name}` is declared with `and`, so `no` cannot exclude it", "several objects at once";
            help "write `no` before each of its objects, or write one rule for each";
        }
    }
    AMBIGUOUS_MOVEMENT = Code::error(
        "puzzlescript::ambiguous-movement", "a movement on the right without a direction",
        "codes/ambiguous-movement.md"
    ) {
        /// A word on the right stands for several movements.
        fn ambiguous_movement(span: Span, word: &str) {
            at span => "cannot tell which movement `{word}` means after the arrow", "several movements";
            help "write `{word}` before the same object on the left, exactly once, or write one movement such as `>`";
        }
    }
    AMBIGUOUS_OBJECT = Code::error(
        "puzzlescript::ambiguous-object", "a name on the right that could be several objects",
        "codes/ambiguous-object.md"
    ) {
        /// A name on the right stands for several objects.
        fn ambiguous_object(span: Span, name: &str) {
            let name = Shown(name);
            at span => "cannot tell which object `{name}` means after the arrow", "one of several objects";
            help "write `{name}` in the same cell on the left, or exactly once on the left, or name one object; `random {name}` draws one";
        }
    }
    BAD_ELLIPSIS = Code::error(
        "puzzlescript::bad-ellipsis", "an ellipsis in the wrong place", "codes/bad-ellipsis.md"
    ) {
        /// Something else is in the cell.
        fn crowded_ellipsis(span: Span) {
            at span => "expected `...` alone in its cell", "other words are in the cell";
            help "separate it by bars: `[ A | ... | B ]`";
        }
        /// It is the first or the last cell.
        fn ellipsis_at_edge(span: Span) {
            at span => "unexpected `...` at the edge of a pattern", "nothing is on its other side";
            help "remove it, or add a cell after it";
        }
        /// The other side has none at this place.
        fn unmatched_ellipsis(span: Span, rule: Span, is_left: bool) {
            at span => [
                is_left => "expected `...` in the same cell after the arrow",
                else "expected `...` in the same cell before the arrow",
            ], "only on this side";
            also rule => "the rule";
            help "write `...` on both sides, in the same cell";
        }
        /// Three in a pattern.
        fn third_ellipsis(span: Span) {
            at span => "unexpected third `...` in a pattern", "two are the most";
            help "split the pattern, or leave out a gap";
        }
    }
    DOUBLE_ELLIPSIS = Code::warning(
        "puzzlescript::double-ellipsis", "two ellipses in a row", "codes/double-ellipsis.md"
    ) {
        /// Two ellipses in a row.
        fn double_ellipsis(span: Span, first: Span) {
            at span => "two `...` in a row are like one", "the second";
            also first => "the first";
            help "remove one of them, on both sides";
        }
    }
    RANDOM_LEFT = Code::error(
        "puzzlescript::random-left", "`random` before the arrow", "codes/random-left.md"
    ) {
        /// `random` on the left.
        fn random_left(span: Span) {
            at span => "unexpected `random` before the arrow", "a pattern cannot look for chance";
            help "remove `random` here; to choose one match of a rule, write `random` before its first bracket";
        }
    }
    IMPOSSIBLE_CELL = Code::error(
        "puzzlescript::impossible-cell", "a rule whose cell needs two objects of one layer",
        "codes/impossible-cell.md"
    ) {
        /// A cell on the left needs two objects of one layer.
        fn impossible_cell(span: Span, name: &str, place: Span, other: &str) {
            let name = Shown(name);
            let other = Shown(other);
            at span => "`{other}` and `{name}` are never in one cell, so the rule never matches", "in the same layer as `{other}`";
            also place => "`{other}`";
            help "remove one of them, or put them into different layers";
        }
    }
    OVERLAP = Code::error(
        "puzzlescript::overlap", "a cell that gets two objects of one layer", "codes/overlap.md"
    ) {
        /// A cell on the right gets two objects of one layer.
        fn overlap(span: Span, name: &str, place: Span, other: &str) {
            let name = Shown(name);
            let other = Shown(other);
            at span => "`{other}` and `{name}` cannot be in one cell", "in the same layer as `{other}`";
            also place => "`{other}`";
            help "remove one of them, or put them into different layers";
        }
    }
    RANDOM_SINGLE = Code::warning(
        "puzzlescript::random-single", "`random` before a single object", "codes/random-single.md"
    ) {
        /// Nothing is drawn.
        fn random_single(span: Span, name: &str) {
            let name = Shown(name);
            at span => "`random {name}` always is `{name}`", "one object";
            help "use a name that is declared with `or`, or remove `random`";
        }
    }
    RANDOM_OVERLAP = Code::warning(
        "puzzlescript::random-overlap", "a draw that could put two objects into one layer",
        "codes/random-overlap.md"
    ) {
        /// A drawn object excludes another of the cell.
        fn random_overlap(span: Span, name: &str, place: Span, other: &str) {
            let name = Shown(name);
            let other = Shown(other);
            at span => "the draw can be `{name}`, which cannot be in one cell with `{other}`", "a draw";
            also place => "`{other}`";
            help "leave `{name}` out of the draw, or put it into another layer";
        }
    }
    MANY_RIGID = Code::error(
        "puzzlescript::many-rigid", "more than 30 groups with rigid rules", "codes/many-rigid.md"
    ) {
        /// The 31st rigid group.
        fn many_rigid(span: Span) {
            at span => "a game has at most 30 groups with rigid rules", "the 31st";
            help "join rigid rules to a group with `+`, or remove `rigid`";
        }
    }
    BAD_LOOP = Code::error(
        "puzzlescript::bad-loop", "a loop that does not fit", "codes/bad-loop.md"
    ) {
        /// `endloop` without `startloop`.
        fn stray_endloop(span: Span) {
            at span => "`endloop` has no `startloop` before it", "no loop is open";
            help "add `startloop` above the first rule of the loop, or remove this line";
        }
        /// `startloop` within a loop.
        fn nested_loop(span: Span) {
            at span => "unexpected `startloop` within a loop", "loops do not nest";
            help "close the loop before with `endloop`";
        }
        /// `startloop` without `endloop`.
        fn unclosed_loop(span: Span) {
            at span => "expected `endloop` after this line", "the loop is open";
            help "add `endloop` after the last rule of the loop";
        }
        /// A loop begins or ends within a group.
        fn loop_in_group(start: Span, mark: Span, last: Span) {
            at start => "a loop cannot begin or end within a group of rules", "this loop";
            when true = mark != start => {
                also mark => "it ends within a group";
            }
            also last => "this rule is joined by `+` across the loop";
            help "move the line before or after the whole group";
        }
    }
    TOO_LARGE = Code::error(
        "puzzlescript::too-large", "a game that is too large", "codes/too-large.md"
    ) {
        /// The copies of a rule do not fit.
        fn too_many_copies(span: Span) {
            at span => "no room is left for the rules that this rule stands for", "too many rules";
            help "use fewer names declared with `or`, and fewer words such as `moving`, in one rule";
        }
        /// A rule has too many words.
        fn long_rule(word: Fragment<'_>, most: usize) {
            let most = thousands(most as u128);
            at word.span() => "this rule has more than {most} words", "too long";
            help "split the rule";
        }
        /// A legend is too large.
        fn large_legend(name: Fragment<'_>) {
            at name.span() => "no room is left for `{name}` in the legend", "too many names";
            help "use fewer names, or names that stand for fewer objects";
        }
        /// There are too many objects.
        fn many_objects(name: Fragment<'_>, most: usize) {
            let most = thousands(most as u128);
            at name.span() => "a game has at most {most} objects", "one too many";
            help "remove objects";
        }
        /// There are too many layers.
        fn many_layers(span: Span, most: usize) {
            let most = thousands(most as u128);
            at span => "a game has at most {most} collision layers", "one too many";
            help "put objects that are never in one cell into one layer";
        }
        /// There are too many sounds.
        fn many_sounds(name: Fragment<'_>) {
            at name.span() => "no room is left for the sounds of `{name}`", "too many sounds";
            help "use names that stand for fewer objects";
        }
        /// A level is too large.
        fn large_level(span: Span, most: usize) {
            let most = thousands(most as u128);
            at span => "the levels of a game have at most {most} cells", "no room is left for this level";
            help "make the level smaller";
        }
    }

    // Win conditions.
    BAD_CONDITION = Code::error(
        "puzzlescript::bad-condition", "a win condition that cannot be read",
        "codes/bad-condition.md"
    ) {
        /// The first word is unknown.
        fn condition_start(word: Fragment<'_>) {
            at word.span() => "expected `all`, `some`, `any` or `no`, found `{word}`", "a win condition begins otherwise";
            help "the forms are `All Target on Crate`, `Some Crate`, `No Crate on Target`";
            near word.span() => nearest(word.text, ["all", "some", "any", "no"]);
        }
        /// The third word is not `on`.
        fn condition_on(word: Fragment<'_>) {
            at word.span() => "expected `on`, found `{word}`", "the second object follows `on`";
            help "the forms are `All Target on Crate`, `Some Crate`, `No Crate on Target`";
        }
        /// More words.
        fn condition_end(word: Fragment<'_>) {
            at word.span() => "expected the end of the win condition, found `{word}`", "too much";
            help "write each condition on a line of its own: all of them must hold";
        }
        /// A character that no name has.
        fn condition_character(here: Span, line: Fragment<'_>) {
            let line = Shown(line.text.trim());
            at here => "cannot read the win condition `{line}`", "no word begins so";
            help "use names of letters, digits and `_`, and put comments on lines of their own";
        }
        /// One word.
        fn short_condition(word: Fragment<'_>) {
            at word.span() => "expected the name of an object after `{word}`", "the line ends here";
            help "the forms are `All Target on Crate`, `Some Crate`, `No Crate on Target`";
        }
    }

    // Levels.
    NO_LEVELS = Code::error(
        "puzzlescript::no-levels", "a game without levels", "codes/no-levels.md"
    ) {
        /// Nothing is below LEVELS.
        fn no_levels(span: Span, has_heading: bool, comment: Option<Span>) {
            at span => [
                has_heading => "this game has no levels",
                else "expected the section LEVELS at the end of this game",
            ], [has_heading => "no level follows", else "the heading is missing"];
            each comment => "this comment is never closed";
            help "draw a level below LEVELS with glyphs of the legend";
        }
    }
    UNKNOWN_GLYPH = Code::error(
        "puzzlescript::unknown-glyph", "a character of a level that is not a glyph",
        "codes/unknown-glyph.md"
    ) {
        /// A character of a level is not declared, or declared with `or` at `any`.
        fn unknown_glyph(glyph: Fragment<'_>, any: Option<Span>) {
            at glyph.span() => [
                any.is_some() => "`{glyph}` is declared with `or`, so a level cannot be drawn with it",
                else "unknown glyph `{glyph}`",
            ], [
                any.is_some() => "one of several objects",
                else "no object and no line of the legend declares it",
            ];
            each any => "declared here";
            help [
                any.is_some() => "declare a glyph for one object, or with `and`",
                else "add a line `{glyph} = NAME` to the LEGEND",
            ];
        }
        /// A character within a row cannot be a glyph.
        fn level_character(glyph: Fragment<'_>, is_any: bool) {
            let is_space = glyph.text.trim().is_empty();
            at glyph.span() => [
                is_space => "unexpected space within a row of a level",
                is_any => "`{glyph}` is declared with `or`, so a level cannot be drawn with it",
                else "unknown glyph `{glyph}`",
            ], [
                is_space => "no glyph",
                is_any => "one of several objects",
                else "no object and no line of the legend declares it",
            ];
            help [
                is_space => "remove it, or draw the background with its glyph",
                is_any => "declare a glyph for one object, or with `and`",
                else "add a line `{glyph} = NAME` to the LEGEND",
            ];
        }
    }
    MESSAGE_SPACE = Code::warning(
        "puzzlescript::message-space", "`message` without a space after it",
        "codes/message-space.md"
    ) {
        /// Text follows `message` without a space.
        fn message_space(word: Fragment<'_>) {
            at word.span() => "expected a space after `message`", "read as a message all the same";
            help "put a space after `message`";
            fix Likely, "Put a space after `message`", Span::at(word.span().end) => " ";
        }
    }
    LONG_MESSAGE = Code::warning(
        "puzzlescript::long-message", "a message that does not fit on the screen",
        "codes/long-message.md"
    ) {
        /// A message has too many lines.
        fn long_message(text: Fragment<'_>, most: usize) {
            at text.span() => "this message does not fit on the screen", "more than {most} lines";
            help "split it into several messages";
        }
    }
    RAGGED_LEVEL = Code::warning(
        "puzzlescript::ragged-level", "a level whose rows differ in length",
        "codes/ragged-level.md"
    ) {
        /// A row is shorter or longer than the first.
        fn ragged_level(row: Fragment<'_>, expected: usize, found: usize, first: Span) {
            let cells = counted(found as u64, "cell");
            at row.span() => "this row has {cells}, the first has {expected}", [
                found < expected => "its last cell is repeated up to the width",
                else "what is beyond the width is left out",
            ];
            also first => "the first row gives the width";
            help "make all rows of a level equally long";
        }
    }

    // Text.
    STRAY_PARENTHESIS = Code::warning(
        "puzzlescript::stray-parenthesis", "a `)` that closes nothing",
        "codes/stray-parenthesis.md"
    ) {
        /// A `)` without a `(`.
        fn stray_parenthesis(span: Span) {
            at span => "unexpected `)`", "no comment is open";
            help "remove it, or add the `(` that begins the comment";
        }
    }

    // Advice.
    IDLE_RULE = Code::advice(
        "puzzlescript::idle-rule", "a rule that can never match", "codes/idle-rule.md"
    ).unnecessary() {
        /// A rule needs an object that nothing makes.
        fn idle_rule(span: Span, name: &str, place: Span) {
            let name = Shown(name);
            at span => "this rule never matches: nothing makes `{name}`", "no level and no rule has it";
            also place => "declared here";
            help "draw `{name}` in a level, or make it by a rule";
        }
    }
    REPEATED_RULE = Code::advice(
        "puzzlescript::repeated-rule", "a rule that repeats another", "codes/repeated-rule.md"
    ).unnecessary() {
        /// The rule before is the same.
        fn repeated_rule(span: Span, earlier: Span) {
            at span => "this rule repeats another of its group", "the same rule";
            also earlier => "the first is here";
            help "remove one of them";
        }
    }
    UNUSED_OBJECT = Code::advice(
        "puzzlescript::unused-object", "an object that nothing uses", "codes/unused-object.md"
    ).unnecessary() {
        /// No level, rule or condition has the object.
        fn unused_object(span: Span, name: &str) {
            let name = Shown(name);
            at span => "object `{name}` is in no level and in no rule", "unused";
            help "remove it from OBJECTS, LEGEND and COLLISIONLAYERS, or use it";
        }
    }
    UNUSED_GLYPH = Code::advice(
        "puzzlescript::unused-glyph", "a glyph that no level uses", "codes/unused-glyph.md"
    ).unnecessary() {
        /// No level is drawn with the glyph.
        fn unused_glyph(span: Span, glyph: char) {
            at span => "no level is drawn with `{glyph}`", "unused";
            help "remove it, or draw it";
        }
    }
    DRAWS = Code::advice(
        "puzzlescript::draws", "a rule that depends on chance", "codes/draws.md"
    ) {
        /// A rule draws.
        fn draws(span: Span, count: usize) {
            let rules = counted(count as u64, "rule");
            at span => "this rule depends on chance", [
                count == 1 => "a draw is made here",
                else "{rules} of this game make draws; this is the first",
            ];
            help "a search stops at the first draw among two or more, so such a game can be played, but rarely solved";
        }
    }
    WON_AT_START = Code::advice(
        "puzzlescript::won-at-start", "a level whose win conditions hold at the start",
        "codes/won-at-start.md"
    ) {
        /// The conditions hold before the first input.
        fn won_at_start(span: Span, number: usize) {
            at span => "the win conditions of level {number} hold at the start", "the first input can win";
            help "change the level or the win conditions";
        }
    }
    PLAYERLESS = Code::advice(
        "puzzlescript::playerless", "a level without a player", "codes/playerless.md"
    ) {
        /// No cell holds a player.
        fn playerless(span: Span, number: usize) {
            at span => "level {number} has no player", "no key moves anything here";
            help "draw a player, unless a rule makes one";
        }
    }
    MESSAGE_AND_WIN = Code::warning(
        "puzzlescript::message-and-win", "a rule that shows a message and wins",
        "codes/message-and-win.md"
    ) {
        /// A rule has `message` and `win`.
        fn message_and_win(span: Span, message: Span) {
            at span => "this rule shows a message and wins", "on the engine's page the `win` is lost";
            also message => "the message";
            help "put the message before the next level instead";
        }
    }

    // Playing.
    NOT_A_MOVE = Code::error(
        "puzzlescript::not-a-move", "a word that is not an input", "codes/not-a-move.md"
    ) {
        /// A word that is not an input.
        fn not_a_move(span: Span, text: &str) {
            let text = Shown(text);
            at span => "expected an input, found `{text}`", "not an input";
            help "inputs are `U`, `D`, `L`, `R`, `X` for action and `.` for a tick, or their words, `undo` and `restart`";
        }
    }
    NO_LEVEL = Code::error(
        "puzzlescript::no-level", "a level that the game does not have", "codes/no-level.md"
    ) {
        /// The game has only so many levels.
        fn no_level(span: Span, count: usize) {
            let levels = counted(count as u64, "level");
            at span => "there is no such level: the game has {levels}", "no level";
            help "levels are counted from 1, without messages; `levels` lists them";
        }
    }
    ENDLESS_TURN = Code::error(
        "puzzlescript::endless-turn", "a turn without an end", "codes/endless-turn.md"
    ) {
        /// The start of a level has no end: this rule asks for turn after turn.
        fn endless_turn(rule: Span, level: usize) {
            at rule => "level {level} never starts: this rule fires without end, or at too many places", "it fires again and again";
            help "let the rule change something that it then no longer matches, or match at fewer places";
        }
        /// A turn has no end, or takes too long, because of the rule on this line.
        fn endless_move(span: Span, line: Option<u32>) {
            let rule = line.map(|line| format!(": the rule on line {line} fires again and again, or at too many places")).unwrap_or_default();
            at span => "this turn has no end{rule}", "nothing was changed";
            help "let the rule change something that it then no longer matches, or match at fewer places";
        }
    }
    NO_GOAL = Code::error(
        "puzzlescript::no-goal", "a game that cannot be won", "codes/no-goal.md"
    ) {
        /// A game without a win condition and without the command `win`.
        fn no_goal(span: Span, name: Option<Span>) {
            at span => "the game has no goal: no win condition, and no rule with `win`", "there is nothing to reach";
            each name => "this game";
            help "add a line to WINCONDITIONS, or a rule with the command `win`";
        }
    }
    UNWINNABLE = Code::warning(
        "puzzlescript::unwinnable", "a level that cannot be won", "codes/unwinnable.md"
    ) {
        /// All positions that can be reached were seen, and none of them is won.
        fn unwinnable(span: Span, level: usize) {
            at span => "level {level} cannot be won", "no inputs win it";
            help "change the level or the rules, unless nothing should win it";
        }
    }
}
