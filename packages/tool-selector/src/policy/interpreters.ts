import type { ShellWord } from "./shell-syntax.ts";

export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "fish"]);

const INTERPRETERS: ReadonlySet<string> = new Set(["python", "python2", "python3", "perl", "ruby", "node", "php"]);

/** The script in a command's own arguments: `sh -c "…"` and `eval …`; undefined when there is none. */
export function shellScript(name: string, args: readonly ShellWord[]): ShellWord | undefined {
  if (name === "eval") {
    return { text: args.map(({ text }) => text).join(" "), isDynamic: args.some(({ isDynamic }) => isDynamic) };
  }
  if (!SHELLS.has(name)) return undefined;
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text));
  return at < 0 ? undefined : args.slice(at + 1).find(({ text }) => !/^[-+]/.test(text));
}

/** True when the command takes its program from its input: `sh`, `bash -s x`, `python3 -`. */
export function runsItsInput(name: string, args: readonly ShellWord[]): boolean {
  if (SHELLS.has(name)) {
    if (args.some(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text))) return false;
    return args.some(({ text }) => /^-[a-zA-Z]*s/.test(text)) || scriptFile(args) === undefined;
  }
  if (!INTERPRETERS.has(name) || args.some(({ text }) => /^-[a-zA-Z]*[cempr]|^--(eval|print)/.test(text))) return false;
  return scriptFile(args) === undefined;
}

/** The first word that is neither an option nor the value of `-o`; a lone `-` and /dev/stdin stand for the input. */
function scriptFile(args: readonly ShellWord[]): ShellWord | undefined {
  return args.find(({ text }, at) => {
    const isOptionValue = /^[-+][a-zA-Z]*[oO]$/.test(args[at - 1]?.text ?? "");
    return !/^[-+]/.test(text) && text !== "/dev/stdin" && !isOptionValue;
  });
}
