import { type Acting, look, type Outcome, type ToolCall } from "./script.ts";
import { tagged } from "./situation.ts";
import type { Step } from "./step-text.ts";
import type { Toolbox } from "./toolbox.ts";
import { exitCodeOf } from "./exit-code.ts";

/** Whether an interrupted step took effect. `cannot-tell` is for a person. */
export type Effect = "happened" | "did-not-happen" | "cannot-tell";

/** Programs that may run again without harm: they read, or write the same anew. */
const REPEATABLE =
  /^(?:\[|awk|cat|cmp|cp|cut|date|diff|echo|env|find|grep|head|jq|ls|make|mkdir|node|(?:npm|pnpm)\s+(?:run|test)\b|printf|pwd|python3?|sed|sha256sum|sort|stat|tail|test|touch|tr|tsc|true|uniq|wc)\b/;

/**
 * Looks whether an interrupted step took effect, by reading only: a file is read back, a command is judged by the check the
 * task names, else an appended line is searched for, else a command that may be repeated is.
 */
export function* findEffect(tools: Toolbox, step: Step, earlier: readonly Step[]): Acting<Effect> {
  switch (step.kind) {
    case "write":
      return yield* fileEffect(tools, step.path, (text) => sameText(text, step.content));
    case "edit":
      return yield* fileEffect(tools, step.path, (text) => text.includes(step.after) && !stillHas(text, step));
    case "run":
      return yield* commandEffect(tools, step, earlier);
    case "notify":
      return "cannot-tell";
    case "read":
    case "approve":
      return "did-not-happen";
  }
}

function* fileEffect(tools: Toolbox, path: string, isDone: (text: string) => boolean): Acting<Effect> {
  const read = yield* lookFirst(tools.call("read", { path }));
  if (read === undefined) return "cannot-tell";
  return read.state === "done" && isDone(read.text) ? "happened" : "did-not-happen";
}

function* commandEffect(
  tools: Toolbox,
  step: Extract<Step, { kind: "run" }>,
  earlier: readonly Step[],
): Acting<Effect> {
  if (step.check !== undefined) {
    const check = yield* lookFirst(tools.call("run", { command: step.check }));
    if (check === undefined) return "cannot-tell";
    return check.state === "done" && exitCodeOf(check.text) === 0 ? "happened" : "did-not-happen";
  }
  const append = appendOf(step.command);
  if (append === undefined) return isRepeatable(step.command) ? "did-not-happen" : "cannot-tell";
  const { line, path } = append;
  const pattern = line.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const found = yield* lookFirst(tools.call("grep", { pattern, path }) ?? tools.call("read", { path }));
  if (found === undefined || (found.state === "failed" && !/not exist|no such|not found|ENOENT/i.test(found.text))) {
    return "cannot-tell";
  }
  const times = found.state === "failed" ? 0 : linesEndingWith(found.text, append);
  const expected = earlier.filter((other) => other.kind === "run" && isSameAppend(appendOf(other.command), append));
  return times > expected.length ? "happened" : "did-not-happen";
}

function* lookFirst(call: ToolCall | undefined): Acting<Outcome | undefined> {
  return call === undefined
    ? undefined
    : yield* look(tagged("That call was interrupted. I look before I repeat it."), call);
}

type Append = { readonly line: string; readonly path: string; readonly isWhole: boolean };

/** The last line a command appends to a file with echo or printf; only its longest literal part when it holds variables. */
function appendOf(command: string): Append | undefined {
  const found = [
    ...command.matchAll(
      /\b(?:echo|printf)\s+(?:-[neE]+\s+)?("[^"]*"|'[^']*'|[^>|&;]+?)\s*>>\s*("[^"]+"|'[^']+'|[^\s;&|]+)/g,
    ),
  ].at(-1);
  if (found === undefined) return undefined;
  const text = bare(found[1] ?? "").replace(/\\n$/, "");
  const literals = found[1]?.startsWith("'") ? [text] : text.split(/\$\([^)]*\)|\$\{[^}]*\}|\$\w+|`[^`]*`|\\./);
  const line = literals.map((part) => part.trim()).sort((a, b) => b.length - a.length)[0] ?? "";
  return line === "" ? undefined : { line, path: bare(found[2] ?? ""), isWhole: literals.length === 1 };
}

function isSameAppend(a: Append | undefined, b: Append): boolean {
  return a !== undefined && a.line === b.line && a.path === b.path;
}

function linesEndingWith(text: string, append: Append): number {
  return text.split("\n").filter((line) => {
    const found = (/^.*?:\d+:\s?(.*)$/.exec(line)?.[1] ?? line).trimEnd();
    if (/^no (?:line|match|result)/i.test(line)) return false;
    return append.isWhole ? found.endsWith(append.line) : found.includes(append.line);
  }).length;
}

function isRepeatable(command: string): boolean {
  if (command.includes(">>") || /\btee\s+-a\b|\bsed\s+-\w*i/.test(command)) return false;
  return command
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/^(?:\w+=\S*\s+)+/, ""))
    .every((part) => part === "" || REPEATABLE.test(part));
}

function stillHas(text: string, step: Extract<Step, { kind: "edit" }>): boolean {
  return !step.after.includes(step.before) && text.includes(step.before);
}

function sameText(shown: string, content: string): boolean {
  return (
    shown === content ||
    shown.trimEnd() === content.trimEnd() ||
    (content.trim() === "" && /is empty\.?\]?$/.test(shown))
  );
}

function bare(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/s, "$2");
}
