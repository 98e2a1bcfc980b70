(declaration body: (_) @class.inside) @class.around

(command) @function.around

(arguments (_) @parameter.inside @parameter.around)

(comment) @comment.inside
(comment)+ @comment.around
