;;; test.el --- Tests of puzzled-mode  -*- lexical-binding: t; -*-

;; emacs -Q --batch -L editors/emacs -l editors/emacs/test.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'imenu)
(require 'puzzled-mode)

(defconst puzzled-test--examples
  (expand-file-name "../../examples/" (file-name-directory (or load-file-name buffer-file-name))))

(defun puzzled-test--face (text)
  "The face of the first letter of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (match-beginning 0) 'face))

(defmacro puzzled-test--in (text &rest body)
  "Evaluate BODY in a buffer that holds TEXT."
  (declare (indent 1))
  `(with-temp-buffer
     (insert ,text)
     (puzzled-mode)
     (font-lock-ensure)
     ,@body))

(ert-deftest puzzled-faces ()
  (puzzled-test--in "klotski k { // a board\n  ##a//b\n  goal A at (2,1)\n}\nk: solve => 81 // so\nmoves\n"
    (should (eq (puzzled-test--face "klotski") 'font-lock-keyword-face))
    (should (eq (puzzled-test--face "// a") 'font-lock-comment-delimiter-face))
    (should (eq (puzzled-test--face "board") 'font-lock-comment-face))
    (should-not (eq (puzzled-test--face "//b") 'font-lock-comment-face))
    (should (eq (puzzled-test--face "goal") 'font-lock-keyword-face))
    (should (eq (puzzled-test--face "A at") 'font-lock-constant-face))
    (should (eq (puzzled-test--face "k:") 'font-lock-type-face))
    (should (eq (puzzled-test--face "solve") 'font-lock-function-name-face))
    (should (eq (puzzled-test--face "moves") 'font-lock-function-name-face))
    (should (eq (puzzled-test--face "81") 'font-lock-constant-face))
    (should (eq (puzzled-test--face "so\n") 'font-lock-comment-face))))

(ert-deftest puzzled-indentation-leaves-examples-alone ()
  (dolist (file (directory-files-recursively puzzled-test--examples "\\.puzzle\\'"))
    (unless (string-match-p "/wrong/" file)
      (with-temp-buffer
        (insert-file-contents file)
        (puzzled-mode)
        (let ((before (buffer-string)))
          (indent-region (point-min) (point-max))
          (should (equal (substring-no-properties before) (buffer-substring-no-properties (point-min) (point-max)))))))))

(ert-deftest puzzled-mode-of-a-file ()
  (let ((buffer (find-file-noselect (expand-file-name "klotski/seeds.puzzle" puzzled-test--examples))))
    (with-current-buffer buffer
      (should (eq major-mode 'puzzled-mode))
      (should (assoc "klotski" (imenu--make-index-alist t)))
      (comment-region (point-min) (1+ (point-min)))
      (set-buffer-modified-p nil))
    (kill-buffer buffer)))

(provide 'test)
;;; test.el ends here
