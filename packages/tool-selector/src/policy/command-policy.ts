import { innermost, unwrap } from "./command-wrappers.ts";
import { judgeGit } from "./git-policy.ts";
import { runsItsInput, SHELLS, shellScript } from "./interpreters.ts";
import {
  commandName,
  type ShellCommand,
  type ShellRedirect,
  type ShellWord,
  withoutAssignments,
} from "./shell-syntax.ts";
import { parseShell } from "./shell-scanner.ts";
import { judgeSystemCommand } from "./system-policy.ts";
import { ALLOW, denied, needsApproval, strictest, type Verdict } from "./verdict.ts";

const MAX_NESTING = 8;

const DOWNLOADERS = new Set(["curl", "wget", "fetch", "aria2c", "http", "https", "nc"]);

const HARMLESS_DEVICES = /^\/dev\/(null|zero|full|tty|stdin|stdout|stderr|shm\/.*|fd\/\d+)$/;

const DOWNLOAD_RUN = denied(
  "Running what was just downloaded is not allowed. Save it to a file, read it, then run it.",
);

/**
 * Judges a whole command line before it runs: the git policy and the list of what is never allowed, in every command of
 * it, in scripts handed to a shell and in substitutions. Lexical: what a script in a file does is not seen.
 */
export function judgeCommand(command: string): Verdict {
  return judgeScript(command, 0);
}

function judgeScript(text: string, nesting: number): Verdict {
  if (nesting > MAX_NESTING) return needsApproval("The command is nested too deeply to be read and needs approval.");
  const { commands, isComplete } = parseShell(text);
  const verdicts = commands.map((command, at) => judgeOne(command, pipeline(command, commands.slice(0, at)), nesting));
  if (!isComplete) verdicts.push(needsApproval("A quote or bracket of the command does not close: it needs approval."));
  return strictest(verdicts);
}

/** The commands whose output a piped command may read. The end of a group stands for all that came before it. */
function pipeline(command: ShellCommand, earlier: readonly ShellCommand[]): readonly ShellCommand[] {
  if (!command.isPiped) return [];
  for (let at = earlier.length - 1; at >= 0; at -= 1) {
    if (earlier[at]?.words.length === 0) return earlier;
    if (earlier[at]?.isPiped === false) return earlier.slice(at);
  }
  return earlier;
}

function judgeOne(command: ShellCommand, sources: readonly ShellCommand[], nesting: number): Verdict {
  const words = withPipedWords(withoutAssignments(command.words), sources);
  return strictest([
    ...command.inner.map((script) => judgeScript(script, nesting + 1)),
    ...command.redirects.map(judgeRedirect),
    judgeWords(words, nesting),
    judgeDownload(words, command, sources),
    ...inputTexts(words, command, sources).map((text) => judgeScript(text, nesting + 1)),
  ]);
}

/** `xargs` adds what it reads to its words: the text in sight, else something unknown. */
function withPipedWords(words: readonly ShellWord[], sources: readonly ShellCommand[]): readonly ShellWord[] {
  if (words[0] === undefined || commandName(words[0]) !== "xargs") return words;
  const texts = sources.map(writtenText).filter((text) => text !== undefined);
  const read = texts.flatMap((text) => text.split(/\s+/)).map((text) => ({ text, isDynamic: false }));
  return [...words, ...(read.length > 0 ? read : [{ text: "$INPUT", isDynamic: true }])];
}

function judgeWords(words: readonly ShellWord[], nesting: number): Verdict {
  const [first, ...rest] = words;
  if (first === undefined) return ALLOW;
  if (nesting > MAX_NESTING) return needsApproval("The command is nested too deeply to be read and needs approval.");
  const name = commandName(first);
  const wrapped = unwrap(name, rest);
  if (wrapped !== undefined) {
    return strictest([
      ...wrapped.commands.map((command) => judgeWords(command, nesting + 1)),
      ...wrapped.scripts.map((script) => judgeScript(script, nesting + 1)),
    ]);
  }
  if (name === "git") return judgeGit(rest, (script) => judgeScript(script, nesting + 1));
  const script = shellScript(name, rest);
  if (script === undefined) return judgeSystemCommand(name, rest);
  const inner = judgeScript(script.text, nesting + 1);
  if (!script.isDynamic) return inner;
  return strictest([inner, needsApproval(`What ${name} runs is only known then: it needs approval. Write it out.`)]);
}

function judgeDownload(
  words: readonly ShellWord[],
  { inner }: ShellCommand,
  sources: readonly ShellCommand[],
): Verdict {
  const [first, ...args] = innermost(words);
  if (first === undefined) return ALLOW;
  const name = commandName(first);
  if (sources.some(isDownload) && runsItsInput(name, args)) return DOWNLOAD_RUN;
  const takesText =
    SHELLS.has(name) || ["eval", "source", "."].includes(name) || args[0]?.text.startsWith("<(") === true;
  const isDownloaded = inner.some((script) => parseShell(script).commands.some(isDownload));
  return takesText && isDownloaded ? DOWNLOAD_RUN : ALLOW;
}

function isDownload({ words }: ShellCommand): boolean {
  const [first] = innermost(withoutAssignments(words));
  return first !== undefined && DOWNLOADERS.has(commandName(first));
}

/** Texts in sight that a shell gets on its input and runs. */
function inputTexts(
  words: readonly ShellWord[],
  command: ShellCommand,
  sources: readonly ShellCommand[],
): readonly string[] {
  const [first, ...args] = innermost(words);
  if (first === undefined || !SHELLS.has(commandName(first)) || !runsItsInput(commandName(first), args)) return [];
  return [command.input, ...sources.map(writtenText)].filter((text) => text !== undefined);
}

/** What `echo`, `printf` or `cat <<` writes, as far as it stands in the command. */
function writtenText(command: ShellCommand): string | undefined {
  const [first, ...rest] = withoutAssignments(command.words);
  const name = first === undefined ? "" : commandName(first);
  if (name === "cat" || name === "tee") return command.input;
  if (name !== "echo" && name !== "printf") return undefined;
  return rest.map(({ text }) => text.replaceAll("\\n", "\n")).join(" ");
}

function judgeRedirect({ operator, target }: ShellRedirect): Verdict {
  if (operator.startsWith("<") || !target.text.startsWith("/dev/") || HARMLESS_DEVICES.test(target.text)) return ALLOW;
  return denied(`Writing to the device ${target.text} is not allowed.`);
}
