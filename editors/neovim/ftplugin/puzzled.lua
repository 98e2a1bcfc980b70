local bo = vim.bo

bo.commentstring = "// %s"
bo.comments = "://"
bo.expandtab = true
bo.shiftwidth = 2
bo.softtabstop = 2
-- Rows of a board are not to be joined or wrapped.
bo.formatoptions = "croqlj"
bo.indentexpr = "v:lua.require'puzzled'.indent(v:lnum)"
bo.indentkeys = "0},!^F,o,O"

vim.b.undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop<"
  .. " formatoptions< indentexpr< indentkeys<"

-- Colors and folds of the tree-sitter grammar, where its parser is built.
if pcall(vim.treesitter.start, 0, "puzzled") then
  vim.opt_local.foldmethod = "expr"
  vim.opt_local.foldexpr = "v:lua.vim.treesitter.foldexpr()"
  vim.opt_local.foldlevel = 99
  vim.b.undo_ftplugin = vim.b.undo_ftplugin
    .. " foldmethod< foldexpr< foldlevel< | lua pcall(vim.treesitter.stop)"
end
