[
  (declaration)
  (block)
] @fold

(comment)+ @fold
