//! Which car must leave, in every form that holds Rush Hour boards.

use super::*;

#[test]
fn rush_hour_boards_come_and_go() {
    let line = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let listed = format!("60 {line} 2332\n");
    let rush = format("rush").expect("a form");
    let (text, codes) = imported(&listed, &Options::default());
    assert_eq!(codes, [] as [&str; 0]);
    assert!(text.starts_with("// 60 2332\nrush a-1 {\n  IBBxoo\n"), "{text}");
    let piece = &states(&text)[0];
    assert_eq!(crate::exchange::write(rush, std::slice::from_ref(piece)), Ok(format!("{line}\n")));
    let mut other = piece.clone();
    other.body.push(String::from("goal B"));
    other.fields.clear();
    let exchanged = line.replace('A', "?").replace('B', "A").replace('?', "B");
    assert_eq!(
        crate::exchange::write(rush, &[other]),
        Ok(format!("{exchanged}\n")),
        "car `A` must leave"
    );
    // As klotski puzzles they are read as before.
    let klotski = Options { kind: Some("klotski"), ..Options::default() };
    let (text, codes) = imported(&listed, &klotski);
    assert_eq!(codes, [] as [&str; 0]);
    assert!(text.contains("klotski a-1 {") && text.contains("goal A at (2,4)"), "{text}");
    let piece = &states(&text)[0];
    assert_eq!(crate::exchange::write(rush, std::slice::from_ref(piece)), Ok(format!("{line}\n")));
    let mut other = piece.clone();
    other.body.retain(|line| !line.starts_with("goal"));
    other.fields.clear();
    assert!(crate::exchange::write(rush, &[other]).is_err());
}

/// Returns the puzzle of a declaration.
fn puzzle(text: &str) -> Piece {
    states(text).remove(0)
}

#[test]
fn a_board_with_car_x_in_the_exit_row_keeps_its_goal_in_every_form() {
    let boards = [
        ".AA..B ...C.B XX.C.. ..DDEE F..... FGG...",
        ".AA..B ...C.B XX.C.. ..DD.X F....X FGG...",
        "A....B A..C.B XX.C.. ..DDEE F..... FGG...",
        "A..B AXXB ..CC DD..",
        ".A..B .A..B XX..C ....C DD...",
        "..B.. ..B.. XX..C ....C DD...",
    ];
    let mut done = BTreeSet::new();
    for board in boards {
        for goal in ["", "goal A", "goal X", "goal B", "goal C", "goal D"] {
            let rows = board.split(' ').collect::<Vec<_>>().join("\n");
            let text = format!("rush r {{\n{rows}\n{goal}\n}}\n");
            let source = Source::new("x", text.as_str());
            let mut sink = Sink::new();
            session::read(&source, true, &mut sink);
            let lines: Vec<String> = rows.lines().chain([goal]).map(String::from).collect();
            if open("rush", &lines).is_some() {
                hold(&puzzle(&text), &mut done);
            }
        }
    }
    let held: Vec<_> = done.into_iter().map(|(format, _)| format).collect();
    assert_eq!(held, ["json", "rush"]);
    // Only what would be read differently gets other labels.
    let rush = format("rush").expect("a form");
    let written = |goal: &str| {
        let text = format!("rush r {{ ..B. / XXB. / AA.C / ...C {goal} }}");
        crate::exchange::write(rush, &[puzzle(&text)]).expect("it is a square")
    };
    assert_eq!(written("goal X"), "ooBoXXBoAAoCoooC\n");
    assert_eq!(written("goal A"), "ooBoZZBoAAoCoooC\n");
    assert_eq!(written(""), written("goal A"), "a declaration means `A`");
    assert_eq!(written("goal C"), "ooBoZZBoCCoAoooA\n");
    let far = |text: &str| crate::exchange::write(rush, &[puzzle(text)]).expect("it is a square");
    assert_eq!(far("rush r { ..B. / AAB. / XX.C / ...C }"), "ooBoAABoXXoCoooC\n");
    // The same holds of a block of klotski that lies across.
    let blocks = "klotski k {\n. . B .\nX X B .\nA A . C\n. . . C\ngoal A at (2,2)\n}\n";
    let text = crate::exchange::write(rush, &[puzzle(blocks)]).expect("it is a square");
    assert_eq!(text, "ooBoZZBoAAoCoooC\n");
    hold(&puzzle(blocks), &mut BTreeSet::new());
}

#[test]
fn car_x_in_the_exit_row_or_the_named_car_must_leave_in_every_foreign_form() {
    let upper = "..B.XXB.AA.C...C";
    let lower = "AAB...BCXX.C....";
    let json = r#"{"puzzled":1,"kind":"rush","rows":["..B.","XXB.","AA.C","...C"]}"#;
    let rows = "..B.\nXXB.\nAA.C\n...C\n";
    let rush = Some("rush");
    for (text, kind) in [(upper, None), (upper, rush), (rows, rush)] {
        for (goal, wanted, remarks) in [
            (None, "goal X", true),
            (Some("X"), "goal X", false),
            (Some("A"), "goal A", false),
            (Some("C"), "goal C", false),
        ] {
            let mut sink = Sink::new();
            let options = Options { kind, goal, ..Options::default() };
            let pieces = read(&Source::new("-", text), &options, &mut sink);
            assert!(sink.is_empty() && pieces.len() == 1, "{text}: {:?}", sink.diagnostics());
            assert_eq!(sink.take_remark().is_some(), remarks, "{text} {goal:?}");
            let last = pieces[0].body.last().expect("a body");
            assert_eq!(last, wanted, "{text} {goal:?}");
            // What was read says itself which car it is.
            let text = document(&pieces, "x", &mut BTreeSet::new());
            assert_eq!(states(&text)[0].body.last().map(String::as_str), Some(wanted));
        }
        let mut sink = Sink::new();
        let options = Options { kind, goal: Some("Q"), ..Options::default() };
        read(&Source::new("-", text), &options, &mut sink);
        let codes =
            sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect::<Vec<_>>();
        assert_eq!(codes, ["rush::unknown-label"], "{text}");
    }
    // JSON without a goal means what a declaration means, unless the caller names the car.
    for (goal, wanted) in [(None, None), (Some("X"), Some("goal X")), (Some("A"), Some("goal A"))] {
        let mut sink = Sink::new();
        let options = Options { goal, ..Options::default() };
        let pieces = read(&Source::new("-", json), &options, &mut sink);
        assert!(sink.is_empty() && sink.take_remark().is_none(), "{:?}", sink.diagnostics());
        assert_eq!(pieces[0].body.get(4).map(String::as_str), wanted);
    }
    // Elsewhere `X` is a car like others.
    let pieces = read(&Source::new("-", lower), &Options::default(), &mut Sink::new());
    assert_eq!(pieces[0].body.len(), 4);
    // `A` need not be there, and the klotski that is made of the board has the same goal.
    let klotski = Options { kind: Some("klotski"), ..Options::default() };
    let (text, codes) = imported("..B.XXB....C...C\n", &klotski);
    assert!(codes.is_empty() && text.contains("goal X at (1,2)"), "{text}{codes:?}");
}
