import type { ShellCommand, ShellRedirect, ShellScript, ShellWord } from "./shell-syntax.ts";

/** Words that only introduce a command where one may begin. */
const LEADING_KEYWORDS = new Set(["if", "then", "elif", "else", "while", "until", "do", "{", "!", "time", "coproc"]);
const CLOSING_KEYWORDS = new Set(["fi", "done", "esac", "}"]);

type PendingHeredoc = {
  readonly delimiter: string;
  readonly stripsTabs: boolean;
  /** Its delimiter is quoted: nothing in the body is expanded. */
  readonly isLiteral: boolean;
  readonly draft: Draft;
};

type Draft = {
  words: ShellWord[];
  redirects: ShellRedirect[];
  isPiped: boolean;
  input: string | undefined;
  inner: string[];
};

/** `unquoted` holds what the shell may still read as a pattern. */
type WordDraft = { text: string; unquoted: string; isDynamic: boolean };

/**
 * Splits a command line into the simple commands a POSIX shell would run, in order, whatever joins them (`;`, `&&`, `|`,
 * line breaks, subshells, `if … then`). A policy reads it; it is no sandbox: a script in a file is not seen.
 */
export function parseShell(text: string): ShellScript {
  return new ShellScanner(text).script();
}

/** A scanner over one script; use once. */
class ShellScanner {
  readonly #source: string;
  #at = 0;
  #isComplete = true;
  readonly #commands: ShellCommand[] = [];
  readonly #heredocs: PendingHeredoc[] = [];
  #draft = emptyDraft();
  #isPiped = false;

  constructor(source: string) {
    this.#source = source.replace(/\\\r?\n/g, "");
  }

  script(): ShellScript {
    while (this.#at < this.#source.length) this.#step();
    this.#endCommand(false);
    return { commands: this.#commands, isComplete: this.#isComplete && this.#heredocs.length === 0 };
  }

  #peek(ahead = 0): string {
    return this.#source.charAt(this.#at + ahead);
  }

  #startsWith(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #step(): void {
    const char = this.#peek();
    if (char === " " || char === "\t" || char === "\r") {
      this.#at += 1;
    } else if (char === "\n") {
      this.#at += 1;
      this.#endCommand(false);
      this.#readHeredocs();
    } else if (char === "#") {
      const end = this.#source.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#source.length : end;
    } else if (!this.#separator() && !this.#redirect()) {
      const word = this.#word();
      if (word === undefined) this.#at += 1;
      else this.#draft.words.push(word);
    }
  }

  #separator(): boolean {
    for (const operator of ["&&", "||", ";;&", ";;", ";&", "|&", ";", "|", "(", ")"]) {
      if (!this.#startsWith(operator)) continue;
      this.#at += operator.length;
      const opensGroup = operator === "(" && this.#draft.words.length === 0;
      this.#endCommand(opensGroup ? this.#isPiped : operator === "|" || operator === "|&");
      return true;
    }
    if (this.#peek() !== "&" || this.#peek(1) === ">") return false;
    this.#at += 1;
    this.#endCommand(false);
    return true;
  }

  #redirect(): boolean {
    const operator = /^(\d*|&)(<<<|<<-|<<|>>|>\||>&|<&|<>|<(?!\()|>(?!\())/.exec(
      this.#source.slice(this.#at, this.#at + 8),
    );
    if (operator === null) return false;
    this.#at += operator[0].length;
    while (this.#peek() === " " || this.#peek() === "\t") this.#at += 1;
    const kind = operator[2] ?? "";
    const start = this.#at;
    const target = this.#word() ?? { text: "", isDynamic: false };
    const draft = this.#draft;
    if (kind === "<<<") draft.input = target.text;
    else if (kind.startsWith("<<")) {
      const isLiteral = /['"\\]/.test(this.#source.slice(start, this.#at));
      this.#heredocs.push({ delimiter: target.text, stripsTabs: kind === "<<-", isLiteral, draft });
    } else draft.redirects.push({ operator: kind, target });
    return true;
  }

  #readHeredocs(): void {
    for (const { delimiter, stripsTabs, isLiteral, draft } of this.#heredocs.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.#at >= this.#source.length) {
          this.#isComplete = false;
          break;
        }
        const end = this.#source.indexOf("\n", this.#at);
        const raw = this.#source.slice(this.#at, end < 0 ? undefined : end);
        this.#at = end < 0 ? this.#source.length : end + 1;
        const line = stripsTabs ? raw.replace(/^\t+/, "") : raw;
        if (line === delimiter) break;
        lines.push(line);
      }
      draft.input = lines.join("\n");
      if (!isLiteral) draft.inner.push(`: "${draft.input.replaceAll('"', "")}"`);
    }
  }

  #endCommand(isNextPiped: boolean): void {
    const draft = this.#draft;
    const words = withoutKeywords(draft.words);
    if (words.length > 0 || draft.redirects.length > 0 || draft.inner.length > 0 || draft.words.length > 0) {
      draft.words = words;
      draft.isPiped = this.#isPiped;
      this.#commands.push(draft);
    }
    this.#draft = emptyDraft();
    this.#isPiped = isNextPiped;
  }

  #word(): ShellWord | undefined {
    const word: WordDraft = { text: "", unquoted: "", isDynamic: false };
    const start = this.#at;
    while (this.#at < this.#source.length && this.#wordPart(word));
    if (this.#at === start) return undefined;
    return { text: word.text, isDynamic: word.isDynamic || isPattern(word.unquoted) };
  }

  /** Takes the next part of a word; false at its end. */
  #wordPart(word: WordDraft): boolean {
    const char = this.#peek();
    if (" \t\r\n;&|()<>".includes(char)) {
      const isProcess = (char === "<" || char === ">") && this.#peek(1) === "(";
      if (!isProcess) return false;
      this.#substitution(word, ")");
      return true;
    }
    if (char === "\\") {
      word.text += this.#peek(1);
      this.#at += 2;
    } else if (char === "'") {
      word.text += this.#until("'");
    } else if (char === '"') {
      this.#doubleQuoted(word);
    } else if (!this.#expansion(word)) {
      word.text += char;
      word.unquoted += char;
      this.#at += 1;
    }
    return true;
  }

  /** Text from the opening character at the cursor to the closing one; the cursor ends behind it. */
  #until(close: string): string {
    const end = this.#source.indexOf(close, this.#at + 1);
    const text = this.#source.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#source.length : end + 1;
    if (end < 0) this.#isComplete = false;
    return text;
  }

  #doubleQuoted(word: WordDraft): void {
    this.#at += 1;
    for (;;) {
      const char = this.#peek();
      if (char === "") {
        this.#isComplete = false;
        return;
      }
      if (char === '"') {
        this.#at += 1;
        return;
      }
      if (char === "\\" && '$`"\\\n'.includes(this.#peek(1))) {
        word.text += this.#peek(1);
        this.#at += 2;
      } else if (!this.#expansion(word)) {
        word.text += char;
        this.#at += 1;
      }
    }
  }

  /** `$name`, `${…}`, `$(…)`, `` `…` `` and `$'…'`; false when the cursor is at none of them. */
  #expansion(word: WordDraft): boolean {
    if (this.#peek() === "`") {
      word.isDynamic = true;
      const script = this.#until("`");
      word.text += `\`${script}\``;
      this.#draft.inner.push(script);
      return true;
    }
    if (this.#peek() !== "$") return false;
    const next = this.#peek(1);
    if (next === '"') {
      this.#at += 1;
    } else if (next === "(") {
      this.#substitution(word, ")");
    } else if (next === "{") {
      this.#substitution(word, "}");
    } else if (next === "'") {
      this.#at += 1;
      word.isDynamic = true;
      word.text += this.#until("'");
    } else {
      const name = /^\$(\w+|[@*#?$!-])/.exec(this.#source.slice(this.#at, this.#at + 64));
      if (name === null) return false;
      word.isDynamic = true;
      word.text += name[0];
      this.#at += name[0].length;
    }
    return true;
  }

  /** From the character before an opening bracket to its closing one, over nested brackets and quotes. */
  #substitution(word: WordDraft, close: ")" | "}"): void {
    const open = close === ")" ? "(" : "{";
    const start = this.#at;
    let depth = 0;
    word.isDynamic = true;
    for (this.#at += 1; this.#at < this.#source.length;) {
      const char = this.#peek();
      if (char === "'" || char === '"') {
        this.#skipQuoted(char);
        continue;
      }
      if (char === "\\") this.#at += 1;
      else if (char === open) depth += 1;
      else if (char === close) depth -= 1;
      this.#at += 1;
      if (depth === 0) break;
    }
    if (depth > 0) this.#isComplete = false;
    const raw = this.#source.slice(start, this.#at);
    word.text += raw;
    this.#draft.inner.push(raw.slice(2, depth > 0 ? undefined : -1));
  }

  #skipQuoted(quote: string): void {
    for (this.#at += 1; this.#at < this.#source.length && this.#peek() !== quote; this.#at += 1) {
      if (quote === '"' && this.#peek() === "\\") this.#at += 1;
    }
    this.#at += 1;
  }
}

function emptyDraft(): Draft {
  return { words: [], redirects: [], isPiped: false, input: undefined, inner: [] };
}

function isPattern(unquoted: string): boolean {
  return /[*?[]/.test(unquoted) || (unquoted.includes("{") && /,|\.\./.test(unquoted));
}

function withoutKeywords(words: readonly ShellWord[]): ShellWord[] {
  const body = words[0]?.text === "function" ? words.slice(2) : words;
  const start = body.findIndex(({ text }) => !LEADING_KEYWORDS.has(text));
  const kept = start < 0 ? [] : body.slice(start);
  return kept[0] !== undefined && CLOSING_KEYWORDS.has(kept[0].text) ? kept.slice(1) : kept;
}
