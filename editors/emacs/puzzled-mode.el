;;; puzzled-mode.el --- Major mode for documents of puzzled  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The puzzled engineers
;; SPDX-License-Identifier: MIT OR Apache-2.0
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, games

;;; Commentary:

;; Colors, comments and indentation for `*.puzzle', the language server `puzzled lsp' through
;; Eglot (M-x eglot), and commands that run a document, test it or open it in the REPL.

;;; Code:

(require 'compile)

(defgroup puzzled nil
  "Documents of puzzled."
  :group 'languages)

(defcustom puzzled-program "puzzled"
  "The program `puzzled': a name looked up on the path, or a file."
  :type 'string
  :risky t)

(defcustom puzzled-budget-seconds 2
  "How many seconds the language server may search a puzzle in the background."
  :type 'number)

(defcustom puzzled-indent-offset 2
  "Columns by which a body is indented."
  :type 'integer
  :safe #'integerp)

(defconst puzzled--kinds
  '("automaton" "matrix" "klotski" "rush" "sudoku" "bloxorz" "sliders" "puzzlescript"))

(defconst puzzled--verbs
  '("at" "boards" "box" "branch" "branches" "candidates" "check" "checksum" "column"
    "count" "cycle" "diff" "digest" "explain" "frontier" "goals" "goto" "hardest"
    "hint" "history" "level" "levels" "mistakes" "move" "moves" "neighbours" "next"
    "next-question" "paths" "play" "predecessor" "predecessors" "rate" "redo" "reset" "restart"
    "ring" "rings" "rotate" "row" "rule" "rules" "seed" "show" "solutions"
    "solve" "sounds" "states" "status" "step" "steps" "sum" "table" "tick"
    "trace" "undo" "when" "why"))

(defconst puzzled--name "[A-Za-z][A-Za-z0-9_-]*")

(defvar puzzled-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?- "_" table)
    ;; No strings and no comments here: `//' is one only after a space, which
    ;; `puzzled--propertize' finds.
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?/ "." table)
    (modify-syntax-entry ?\n ">" table)
    table)
  "Syntax table of `puzzled-mode'.")

(defun puzzled--propertize (start end)
  "Mark the comments between START and END."
  (goto-char start)
  (while (re-search-forward "\\(?:^\\|[ \t]\\)\\(/\\)/" end t)
    (unless (nth 4 (save-excursion (syntax-ppss (match-beginning 1))))
      (put-text-property (match-beginning 1) (match-end 1) 'syntax-table (string-to-syntax "<")))))

(defconst puzzled-font-lock-keywords
  `((,(concat "^[ \t]*\\(" (regexp-opt puzzled--kinds) "\\)[ \t]+\\(" puzzled--name "\\)[ \t]*{")
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    (,(concat "^[ \t]*\\(use\\)[ \t]+\\(" puzzled--name "\\)[ \t]*\\(?:$\\|[ \t]//\\)")
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    (,(concat "^[ \t]*\\(" puzzled--name "\\):[ \t]*"
              "\\(?:\\(" (regexp-opt puzzled--verbs) "\\)\\(?:[ \t]\\|$\\)\\)?")
     (1 font-lock-type-face) (2 font-lock-function-name-face nil t))
    (,(concat "^[ \t]*\\(" (regexp-opt puzzled--verbs) "\\)\\(?:[ \t]\\|$\\)")
     (1 font-lock-function-name-face))
    ("^[ \t]*\\(goal\\)\\(?:[ \t]+\\([^ \t\n]+\\)[ \t]+\\(at\\)[ \t]*(\\|[ \t]*$\\)"
     (1 font-lock-keyword-face) (2 font-lock-constant-face nil t) (3 font-lock-keyword-face nil t))
    ("^[ \t]*\\([A-Za-z0-9]\\)[ \t]*:[ \t]*\\(bridge\\|soft\\|hard\\|splits\\)\\_>"
     (1 font-lock-constant-face t) (2 font-lock-keyword-face t))
    ("\\_<\\(extended\\|retracted\\|toggles\\|extends\\|retracts\\)\\_>" . font-lock-builtin-face)
    ("\\[[<>]*\\]" . font-lock-string-face)
    ("=>" . font-lock-keyword-face)
    ("\\_<\\(unsolvable\\|never\\|none\\)\\_>" . font-lock-constant-face)
    ("#+" . font-lock-warning-face)
    ("\\(?:^\\|[ \t(,]\\)\\([-+]?[0-9]+\\)\\_>" 1 font-lock-constant-face))
  "What `puzzled-mode' colors.")

(defun puzzled--braces ()
  "How many braces are open at the beginning of the line."
  (save-excursion
    (let ((open (nth 9 (syntax-ppss (line-beginning-position)))))
      (length (seq-filter (lambda (place) (eq (char-after place) ?{)) open)))))

(defun puzzled-indent-line ()
  "Indent a line: a level deeper after an open brace, back at its closer.
A line that is indented deeper than its brace asks for is left alone: it may be
drawn, or belong to an answer or to a tree that `puzzled fmt' has folded."
  (interactive)
  (let* ((depth (save-excursion (car (syntax-ppss (line-beginning-position)))))
         (closer (save-excursion (back-to-indentation) (memq (char-after) '(?} ?\)))))
         (column (* puzzled-indent-offset (max 0 (if closer (1- depth) depth))))
         (least (* puzzled-indent-offset (puzzled--braces)))
         (blank (save-excursion (back-to-indentation) (eolp)))
         (meant (and (> least 0) (not blank) (>= (current-indentation) least)
                     (not (save-excursion (back-to-indentation) (eq (char-after) ?}))))))
    (unless meant
      (if (<= (current-column) (current-indentation))
          (indent-line-to column)
        (save-excursion (indent-line-to column))))))

(defun puzzled--call (verb)
  "Run VERB of the program on the file of this buffer."
  (unless buffer-file-name
    (user-error "The buffer has no file yet"))
  (save-buffer)
  (compile (mapconcat #'shell-quote-argument (list puzzled-program verb buffer-file-name) " ")))

(defun puzzled-run ()
  "Run the document and show every answer."
  (interactive)
  (puzzled--call "run"))

(defun puzzled-test ()
  "Hold every expectation of the document."
  (interactive)
  (puzzled--call "test"))

(defun puzzled-repl ()
  "Open the REPL with the puzzles of the document."
  (interactive)
  (unless buffer-file-name
    (user-error "The buffer has no file yet"))
  (save-buffer)
  (pop-to-buffer (make-comint-in-buffer "puzzled" nil puzzled-program nil "repl" buffer-file-name)))

(defvar puzzled-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'puzzled-run)
    (define-key map (kbd "C-c C-t") #'puzzled-test)
    (define-key map (kbd "C-c C-z") #'puzzled-repl)
    map)
  "Keys of `puzzled-mode'.")

;;;###autoload
(define-derived-mode puzzled-mode prog-mode "puzzled"
  "Major mode for documents of puzzled."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "//+[ \t]*")
  (setq-local syntax-propertize-function #'puzzled--propertize)
  (setq-local font-lock-defaults '(puzzled-font-lock-keywords))
  (setq-local indent-line-function #'puzzled-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local electric-indent-chars (cons ?} electric-indent-chars))
  (setq-local imenu-generic-expression
              (mapcar (lambda (kind)
                        (list kind (concat "^[ \t]*" kind "[ \t]+\\(" puzzled--name "\\)[ \t]*{") 1))
                      puzzled--kinds)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.puzzle\\'" . puzzled-mode))

(add-to-list 'compilation-error-regexp-alist-alist
             '(puzzled "^\\(.+?\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\|\\(advice\\)\\)\\["
                       1 2 3 (4 . 5)))
(add-to-list 'compilation-error-regexp-alist 'puzzled)

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(puzzled-mode . ,(lambda (&rest _)
                                   (list puzzled-program "lsp" :initializationOptions
                                         `(:budget (:seconds ,puzzled-budget-seconds)))))))

(provide 'puzzled-mode)
;;; puzzled-mode.el ends here
