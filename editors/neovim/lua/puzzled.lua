local M = {}

--- The program that the language server is started from.
local function program()
  local config = vim.lsp.config.puzzled
  local cmd = config and config.cmd
  return type(cmd) == "table" and cmd[1] or "puzzled"
end

--- `puzzled run|test|repl` on a document, in a terminal below.
--- @param verb string
--- @param target? string|{uri: string} address of the document; the current buffer without it
--- @param puzzle? string the only puzzle to open in the REPL
--- @param state? integer the state of it to go to
function M.call(verb, target, puzzle, state)
  if not vim.list_contains({ "run", "test", "repl" }, verb) then
    vim.notify(("puzzled: no command `%s`"):format(verb), vim.log.levels.ERROR)
    return
  end
  local uri = type(target) == "table" and target.uri or target
  local buffer = type(uri) == "string" and vim.uri_to_bufnr(uri) or vim.api.nvim_get_current_buf()
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == "" then
    vim.notify("puzzled: the buffer has no file yet", vim.log.levels.ERROR)
    return
  end
  if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].modified then
    vim.api.nvim_buf_call(buffer, vim.cmd.write)
  end
  vim.cmd("botright 15new")
  local call = { program(), verb }
  if verb == "repl" and puzzle then
    vim.list_extend(call, { "--puzzle", puzzle })
    vim.list_extend(call, state and { "--state", tostring(state) } or {})
  end
  vim.fn.jobstart(vim.list_extend(call, { file }), { term = true })
  if verb == "repl" then
    vim.cmd.startinsert()
  end
end

--- For 'indentexpr': one level deeper after a line that opens a brace, and back at its closer.
--- @param number integer line, from 1
--- @return integer columns
function M.indent(number)
  local above = vim.fn.prevnonblank(number - 1)
  if above == 0 then
    return 0
  end
  local text = vim.fn.getline(above)
  local code = text:gsub("^//.*", ""):gsub("[ \t]//.*", "")
  local indent = vim.fn.indent(above)
  if code:match("{%s*$") then
    indent = indent + vim.fn.shiftwidth()
  end
  if vim.fn.getline(number):match("^%s*}") then
    indent = indent - vim.fn.shiftwidth()
  end
  return math.max(indent, 0)
end

return M
