-- Read by `vim.lsp.enable("puzzled")`; change it with `vim.lsp.config("puzzled", { … })`.
return {
  cmd = { "puzzled", "lsp" },
  filetypes = { "puzzled" },
  root_markers = { ".git" },
  init_options = { budget = { seconds = 2 } },
}
