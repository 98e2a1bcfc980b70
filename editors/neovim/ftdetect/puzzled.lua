vim.filetype.add({ extension = { puzzle = "puzzled" } })
