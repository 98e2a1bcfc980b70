-- Read by `vim.lsp.enable("puzzled")`; change it with `vim.lsp.config("puzzled", { … })`.

-- The server offers the lens of this command only to editors that have it.
local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.experimental = { commands = { commands = { "puzzled.repl" } } }

return {
  capabilities = capabilities,
  cmd = { "puzzled", "lsp" },
  filetypes = { "puzzled" },
  root_markers = { ".git" },
  init_options = { budget = { seconds = 2 } },
}
