(declaration
  kind: (kind)
  name: (name) @name) @definition.class

(use puzzle: (name) @name) @reference.class
(command puzzle: (name) @name) @reference.class
