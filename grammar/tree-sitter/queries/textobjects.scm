(declaration) @class.outer
(declaration body: (_) @class.inner)

(command) @function.outer
(command arguments: (arguments) @parameter.outer)
(block (line) @block.inner) @block.outer

(comment) @comment.outer
(comment)+ @comment.outer
