-- A session of Neovim with the set-up of editors/neovim: diagnostics, their mends, and what is asked
-- for while a document is read and written, as the functions of `vim.lsp` do it. Run from anywhere:
--   PUZZLED_BIN=… nvim --headless -u NONE -l tests/clients/nvim/session.lua
-- Ends with the exit code 1 and a message at the first thing that does not hold.
local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, "S").source:sub(2)))
local root = vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(here)))

local function hold(condition, ...)
  if not condition then
    error(string.format(...), 0)
  end
end

local program = os.getenv("PUZZLED_BIN")
hold(program and program ~= "", "PUZZLED_BIN names no program: set it to the file of `puzzled`")
local cmd = { program }
vim.list_extend(cmd, vim.split(os.getenv("PUZZLED_LSP_ARGS") or "lsp", " ", { trimempty = true }))

-- Nothing of this machine's own: no swap files, no log in the home folder.
vim.o.swapfile = false
vim.opt.runtimepath:append(root .. "/editors/neovim")
vim.cmd("filetype plugin indent on")
vim.cmd.runtime("ftdetect/puzzled.lua")
vim.lsp.config("puzzled", { cmd = cmd })
vim.cmd.runtime("plugin/puzzled.lua")

local function wait(what, condition)
  hold(vim.wait(20000, condition, 10), "waited 20 s for %s", what)
end

vim.cmd.edit(root .. "/examples/wrong/command/unknown-verb-more.puzzle")
hold(vim.bo.filetype == "puzzled", "the file type is `%s`", vim.bo.filetype)
wait("the server", function() return #vim.lsp.get_clients({ bufnr = 0, name = "puzzled" }) == 1 end)
local client = vim.lsp.get_clients({ bufnr = 0, name = "puzzled" })[1]
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)

local words = {}
for _, fault in ipairs(vim.diagnostic.get(0)) do
  hold(fault.code == "command::unknown-verb", "the code is `%s`", tostring(fault.code))
  hold(fault.severity == vim.diagnostic.severity.ERROR, "it is no error")
  local line = vim.api.nvim_buf_get_lines(0, fault.lnum, fault.lnum + 1, true)[1]
  table.insert(words, line:sub(fault.col + 1, fault.end_col))
end
table.sort(words)
hold(vim.deep_equal(words, { "bran", "dance", "rotat" }), "faults are told at %s", vim.inspect(words))

-- ---- a mend ----

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
end

--- Puts the cursor so many columns behind the start of a text.
local function go(pattern, columns)
  local at = vim.fn.searchpos("\\V" .. pattern, "nw")
  hold(at[1] > 0, "`%s` is not here", pattern)
  vim.api.nvim_win_set_cursor(0, { at[1], at[2] - 1 + (columns or 0) })
  return at[1] - 1, at[2] - 1 + (columns or 0)
end

local row = go("rotat 1")
vim.lsp.buf.code_action({
  apply = true,
  context = { only = { "quickfix" }, diagnostics = vim.lsp.diagnostic.from(vim.diagnostic.get(0, { lnum = row })) },
})
wait("the mend", function() return text():find("\nrotate 1\n", 1, true) end)
wait("one fault less", function() return #vim.diagnostic.get(0) == 2 end)
vim.cmd([[silent! g/^m: dance\|^bran left/d]])
wait("a clean document", function() return #vim.diagnostic.get(0) == 0 end)

-- ---- reading ----

vim.cmd("edit! " .. root .. "/examples/klotski/red-donkey.puzzle")
local buffer = vim.api.nvim_get_current_buf()
wait("the server", function() return #vim.lsp.get_clients({ bufnr = buffer, name = "puzzled" }) == 1 end)
local original = text()
vim.api.nvim_buf_set_lines(buffer, -1, -1, true, { "donkey: states", "use donkey", "h" })
vim.bo.readonly = true -- nothing is written to the example

go("A B B C", 2)
vim.lsp.buf.hover()
local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then return window end
  end
end
wait("the hover", floating)
local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(floating()), 0, -1, true), "\n")
hold(shown:find("block B", 1, true) and shown:find("goal", 1, true), "the hover is %s", shown)
vim.api.nvim_win_close(floating(), true)

local function request(method, params)
  local answer, failure = client:request_sync(method, params, 20000, buffer)
  hold(answer and not answer.err, "%s: %s", method, vim.inspect(failure or answer))
  return answer.result
end

vim.api.nvim_win_set_cursor(0, { vim.fn.line("$"), 1 })
local list = request("textDocument/completion", {
  textDocument = { uri = vim.uri_from_bufnr(buffer) },
  position = { line = vim.fn.line("$") - 1, character = 1 },
})
local offered = vim.tbl_map(function(one) return one.label end, list.items)
hold(vim.list_contains(offered, "hardest") and not vim.list_contains(offered, "solve"), "offered: %s", vim.inspect(offered))
-- Through the omnifunc, as <C-x><C-o> takes it.
hold(vim.bo.omnifunc == "v:lua.vim.lsp.omnifunc", "the omnifunc is `%s`", vim.bo.omnifunc)
vim.api.nvim_buf_set_lines(buffer, -2, -1, true, {})

vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
local function hints()
  return vim.tbl_map(function(one) return one.inlay_hint.label end, vim.lsp.inlay_hint.get({ bufnr = buffer }))
end
wait("inlay hints", function() return vim.list_contains(hints(), "⟶ 25955") end)

vim.lsp.codelens.refresh({ bufnr = buffer })
wait("code lenses", function() return #vim.lsp.codelens.get(buffer) == 6 end)
local lenses = {}
for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
  lenses[lens.command.command] = lens
end
for _, name in ipairs({ "puzzled.server.solve", "puzzled.server.test", "puzzled.repl" }) do
  hold(lenses[name], "no lens for `%s`", name)
end
local said
client.handlers["window/showMessage"] = function(_, message) said = message.message end
client:exec_cmd(lenses["puzzled.server.test"].command, { bufnr = buffer })
wait("the lens `test`", function() return said end)
hold(said:find("hold", 1, true), "the lens `test` says %s", said)

local function token(pattern, columns)
  local line, column = go(pattern, columns)
  local found = vim.lsp.semantic_tokens.get_at_pos(buffer, line, column) or {}
  return found[1] and found[1].type
end
wait("semantic tokens", function() return token("klotski donkey") ~= nil end)
for _, one in ipairs({
  { "klotski donkey", 0, "type" }, { "klotski donkey", 8, "variable" }, { "A B B C", 0, "block" },
  { "A B B C", 2, "hero" }, { "##A#", 0, "wall" }, { "goal B", 0, "keyword" }, { "// L'âne", 0, "comment" },
}) do
  hold(token(one[1], one[2]) == one[3], "`%s` + %d is %s, not %s", one[1], one[2], token(one[1], one[2]), one[3])
end

-- ---- writing ----

go("donkey: states", 1)
vim.lsp.buf.rename("esel")
wait("the new name", function() return text():find("esel: states", 1, true) end)
hold(text():find("klotski esel {", 1, true) and text():find("use esel", 1, true), "renamed: %s", text())
vim.lsp.buf.rename("donkey")
wait("the old name", function() return text():find("use donkey", 1, true) end)
local line = vim.fn.search("^solve => 81")
vim.api.nvim_buf_set_lines(buffer, line - 1, line, true, { "solve    =>  81" })
vim.lsp.buf.format({ timeout_ms = 20000 })
hold(vim.fn.getline(line) == "solve => 81", "laid out as `%s`", vim.fn.getline(line))
hold(text():sub(1, #original) == original, "the rest was changed")
local WARN = vim.diagnostic.severity.WARN -- walls that change nothing are advice
wait("a document without faults", function() return #vim.diagnostic.get(buffer, { severity = { min = WARN } }) == 0 end)

-- ---- what a search finds ----

-- The search takes about a second, longer than any answer to the first request: what it found must
-- appear without another edit.
local slow = vim.fn.tempname() .. ".puzzle"
vim.fn.writefile({
  "sudoku empty {", "  " .. ("."):rep(81), "}", "count 2000000 => 5",
}, slow)
vim.cmd("edit! " .. slow)
local searched = vim.api.nvim_get_current_buf()
wait("what a search found", function()
  return #vim.diagnostic.get(searched, { severity = { min = vim.diagnostic.severity.INFO }, lnum = 3 }) > 0
end)
vim.cmd("bwipeout! " .. searched)
os.remove(slow)

-- ---- the REPL ----

vim.cmd.edit(root .. "/examples/klotski/session.puzzle")
client:exec_cmd({
  title = "▶ open in REPL",
  command = "puzzled.repl",
  arguments = { vim.uri_from_bufnr(0), "little" },
}, { bufnr = 0 })
hold(vim.bo.buftype == "terminal", "the lens of the REPL opens no terminal")
local repl = vim.api.nvim_get_current_buf()
wait("the REPL", function() return #vim.trim(text()) > 0 end)
vim.fn.chansend(vim.bo[repl].channel, "little: states\r")
wait("the puzzle in the REPL", function() return text():find("\n240", 1, true) end)
vim.fn.jobstop(vim.bo[repl].channel)

client:stop()
wait("the end of the server", function() return client:is_stopped() end)
print(("neovim: everything holds, positions in %s\n"):format(client.offset_encoding))
vim.cmd("qall!")
