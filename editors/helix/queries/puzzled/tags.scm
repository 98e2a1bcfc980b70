(declaration name: (name) @name) @definition.class
