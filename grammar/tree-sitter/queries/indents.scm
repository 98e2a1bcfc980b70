[
  (declaration)
  (block)
] @indent.begin

(branch) @indent.begin

"}" @indent.end @indent.branch
")" @indent.end @indent.branch
