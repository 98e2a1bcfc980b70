(document) @local.scope

(declaration name: (name) @local.definition)

(use puzzle: (name) @local.reference)
(command puzzle: (name) @local.reference)
