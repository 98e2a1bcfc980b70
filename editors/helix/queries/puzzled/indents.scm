[
  (declaration)
  (block)
  (branch)
] @indent

["}" ")"] @outdent
