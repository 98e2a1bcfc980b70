-- A session of Neovim with the set-up of editors/neovim: opens an example, waits for its diagnostics,
-- ends the server. Run from anywhere:
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
vim.lsp.enable("puzzled")

local function wait(what, condition)
  hold(vim.wait(20000, condition, 10), "waited 20 s for %s", what)
end

vim.cmd.edit(root .. "/examples/wrong/command/unknown-verb.puzzle")
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
hold(vim.deep_equal(words, { "dance", "rotat" }), "faults are told at %s", vim.inspect(words))

client:stop()
wait("the end of the server", function() return client:is_stopped() end)
print(("neovim: %d diagnostics, positions in %s\n"):format(#words, client.offset_encoding))
vim.cmd("qall!")
