if vim.g.loaded_puzzled then
  return
end
vim.g.loaded_puzzled = true

if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("puzzled needs Neovim 0.11 or newer", vim.log.levels.WARN)
  return
end

local puzzled = require("puzzled")

-- What the code lenses call. Their arguments are the address of the document, the puzzle, and the
-- number of its state.
for _, verb in ipairs({ "run", "test", "repl" }) do
  vim.lsp.commands["puzzled." .. verb] = function(command)
    local target, puzzle, state = unpack(command.arguments or {})
    puzzled.call(verb, target, puzzle, state)
  end
end

vim.api.nvim_create_user_command("Puzzled", function(options)
  puzzled.call(options.args)
end, {
  nargs = 1,
  complete = function(start)
    return vim.tbl_filter(function(verb)
      return vim.startswith(verb, start)
    end, { "repl", "run", "test" })
  end,
  desc = "Run or test the document, or open it in the REPL",
})

-- Semantic tokens of our own, in the colors of the tree-sitter grammar.
local function colors()
  local links = {
    block = "@constant",
    hero = "@type",
    wall = "@punctuation.special",
    floor = "@string",
    void = "@comment",
    goal = "@keyword",
    given = "@number",
    fragile = "@attribute",
    switch = "@function",
    bridge = "@keyword.type",
    live = "@constant.builtin",
    dead = "@comment",
    step = "@string.special",
  }
  for token, group in pairs(links) do
    vim.api.nvim_set_hl(0, "@lsp.type." .. token .. ".puzzled", { link = group, default = true })
  end
end
colors()
vim.api.nvim_create_autocmd("ColorScheme", {
  group = vim.api.nvim_create_augroup("puzzled", {}),
  callback = colors,
})

-- `vim.g.puzzled_lsp = false` before the plugin is loaded leaves the server alone.
if vim.g.puzzled_lsp ~= false then
  vim.lsp.enable("puzzled")
end
