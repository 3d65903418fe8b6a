/** One word of a command as the shell would pass it on, quotes removed. */
export type ShellWord = {
  readonly text: string;
  /** Part of it is decided when it runs (a variable, a substitution, a pattern): `text` is not all of it. */
  readonly isDynamic: boolean;
};

export type ShellRedirect = { readonly operator: string; readonly target: ShellWord };

export type ShellCommand = {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** It reads what the command before it writes. */
  readonly isPiped: boolean;
  /** Text given on its standard input by `<<` or `<<<`. */
  readonly input: string | undefined;
  /** Scripts inside its words, from `$( )`, backquotes and `<( )`. They run too. */
  readonly inner: readonly string[];
};

export type ShellScript = {
  readonly commands: readonly ShellCommand[];
  /** False when quotes or brackets do not close: what was read may not be all. */
  readonly isComplete: boolean;
};

/** The words without the assignments before the command: `A=1 git push` is `git push`. */
export function withoutAssignments(words: readonly ShellWord[]): readonly ShellWord[] {
  const start = words.findIndex(({ text }) => !/^\w+(\[[^\]]*\])?\+?=/.test(text));
  return start < 0 ? [] : words.slice(start);
}

/** The name of a command without the folder it is called from. */
export function commandName(word: ShellWord): string {
  return word.text.slice(word.text.lastIndexOf("/") + 1);
}
