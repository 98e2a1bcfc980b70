-- Loads the plugin and holds what it promises. Run from anywhere, with the parser built:
--   nvim --headless -u NONE -l editors/neovim/test.lua
-- Ends with the exit code 1 and a message at the first thing that does not hold.
local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, "S").source:sub(2)))
local examples = vim.fs.joinpath(vim.fs.dirname(vim.fs.dirname(here)), "examples")
vim.opt.runtimepath:append(here)
vim.cmd("filetype plugin indent on")
vim.g.puzzled_lsp = false -- the server has tests of its own
vim.cmd.runtime("plugin/puzzled.lua")
vim.cmd.runtime("ftdetect/puzzled.lua")

local function hold(condition, ...)
  if not condition then
    error(string.format(...), 0)
  end
end

--- The captures on the first place of a text in the current buffer.
local function captures(text)
  local at = vim.fn.searchpos("\\V" .. text, "nw")
  hold(at[1] > 0, "`%s` is not in the example", text)
  local found = vim.treesitter.get_captures_at_pos(0, at[1] - 1, at[2] - 1)
  return vim.tbl_map(function(one) return one.capture end, found)
end

local expected = {
  ["automaton/article"] = { ["automaton"] = "comment", ["rule 23749"] = "property", ["23749"] = "number" },
  ["matrix/judge"] = { ["4 4 2"] = "number", ["show"] = "function", ["=>"] = "operator" },
  ["klotski/red-donkey"] = { ["goal"] = "keyword", ["#A#"] = "punctuation.special", ["klotski"] = "keyword.type" },
  ["sudoku/seeds"] = { ["9003"] = "number", ["003020600"] = "comment", ["box"] = "function" },
  ["bloxorz/full-game"] = { ["toggles"] = "function", ["ooooo--"] = "string", ["bridge ret"] = "keyword.type" },
  ["sliders/euler-244"] = { ["goal\n"] = "keyword", ["R B B"] = "constant", ["LULUR"] = "string.special" },
}

local names = vim.tbl_keys(expected)
table.sort(names)
for _, name in ipairs(names) do
  vim.cmd.edit(vim.fs.joinpath(examples, name .. ".puzzle"))
  hold(vim.bo.filetype == "puzzled", "%s: the file type is `%s`", name, vim.bo.filetype)
  hold(vim.bo.commentstring == "// %s", "%s: no comment string", name)
  hold(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], "%s: tree-sitter is not active", name)
  hold(vim.wo.foldmethod == "expr", "%s: no folds", name)
  vim.treesitter.get_parser():parse(true)
  hold(not vim.treesitter.get_node({ pos = { 0, 0 } }):tree():root():has_error(), "%s: not parsed", name)
  for text, capture in pairs(expected[name]) do
    local found = captures(text == "goal\n" and "goal\\$" or text)
    hold(vim.list_contains(found, capture), "%s: `%s` is %s, not %s", name, text, vim.inspect(found), capture)
  end
end

-- Queries of every kind are valid for this parser.
for _, query in ipairs({ "highlights", "folds", "indents", "locals", "textobjects" }) do
  hold(vim.treesitter.query.get("puzzled", query), "no query `%s`", query)
end

-- Indentation while typing.
vim.cmd.enew()
vim.bo.filetype = "puzzled"
vim.api.nvim_feedkeys("iklotski k { // board\rA .\r}\rsolve // {\rx", "ntx", false)
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
hold(vim.deep_equal(lines, { "klotski k { // board", "  A .", "}", "solve // {", "x" }), "indented as %s", vim.inspect(lines))

-- Commands and the configuration of the server.
hold(vim.fn.exists(":Puzzled") == 2, "no command :Puzzled")
for _, verb in ipairs({ "run", "test", "repl" }) do
  hold(vim.lsp.commands["puzzled." .. verb], "no command for the code lens `%s`", verb)
end
vim.cmd.colorscheme("habamax")
for _, token in ipairs({ "block", "hero", "void", "step" }) do
  local group = vim.api.nvim_get_hl(0, { name = "@lsp.type." .. token .. ".puzzled" })
  hold(group.link, "no color for the semantic token `%s`", token)
end
hold(vim.deep_equal(vim.lsp.config.puzzled.cmd, { "puzzled", "lsp" }), "the server is not configured")
vim.lsp.enable("puzzled")
hold(vim.lsp.is_enabled and vim.lsp.is_enabled("puzzled") or vim.lsp._enabled_configs.puzzled, "the server is not enabled")

print("neovim: " .. #names .. " examples, queries, indentation and commands hold\n")
vim.cmd("qall!")
