import { judgePush } from "./git-push-policy.ts";
import type { ShellWord } from "./shell-syntax.ts";
import { ALLOW, denied, needsApproval, strictest, type Verdict } from "./verdict.ts";

/** Judges a script found inside a command, such as an alias that starts with `!`. */
export type JudgeScript = (script: string) => Verdict;

/** Options before the subcommand that take their value from the next word. */
const GLOBAL_WITH_VALUE = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--exec-path",
  "--config-env",
  "--super-prefix",
  "--attr-source",
]);

type GitCall = {
  readonly subcommand: ShellWord | undefined;
  readonly args: readonly ShellWord[];
  /** Values of `-c`, such as `alias.p=push --force`. */
  readonly settings: readonly ShellWord[];
};

type JudgeArgs = (args: readonly ShellWord[]) => Verdict;

/** Each subcommand with a rule. All others are allowed: what they do can be undone or stays in the agent's folders. */
const SUBCOMMANDS: Readonly<Record<string, JudgeArgs>> = {
  push: judgePush,
  "send-pack": judgePush,
  merge: (args) => unless(args, ["--abort", "--quit"], "git merge joins branches"),
  rebase: (args) => unless(args, ["--abort", "--quit", "--show-current-patch"], "git rebase rewrites commits"),
  pull: (args) =>
    hasOption(args, /^--reb/, "r") ? needsApproval("git pull --rebase rewrites commits and needs approval.") : ALLOW,
  checkout: judgeCheckout,
  switch: judgeSwitch,
  reset: (args) =>
    hasOption(args, /^--har/) ? needsApproval("git reset --hard throws changes away and needs approval.") : ALLOW,
  clean: (args) =>
    hasOption(args, /^--fo/, "f")
      ? needsApproval("git clean deletes files that are not committed and needs approval.")
      : ALLOW,
  branch: judgeBranch,
  "filter-branch": () => needsApproval("git filter-branch rewrites history and needs approval."),
  "filter-repo": () => needsApproval("git filter-repo rewrites history and needs approval."),
  "update-ref": () => needsApproval("git update-ref moves branches directly and needs approval."),
  remote: (args) =>
    hasOption(args, /^--mir/) ? denied("A mirror remote would force every later push: not allowed.") : ALLOW,
};

/**
 * The git policy (decisions, "Git"): force push is denied in every spelling; a push to main or master, merge, rebase,
 * changing to an existing branch, `reset --hard` and `branch -D` need approval. What cannot be read lexically needs it too.
 */
export function judgeGit(words: readonly ShellWord[], judgeScript: JudgeScript): Verdict {
  const call = readCall(words);
  const settings = strictest(call.settings.map(judgeSetting));
  return strictest([settings, judgeSubcommand(call, judgeScript)]);
}

function readCall(words: readonly ShellWord[]): GitCall {
  const settings: ShellWord[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || !word.text.startsWith("-")) break;
    if (!GLOBAL_WITH_VALUE.has(word.text)) continue;
    at += 1;
    const value = words[at];
    if (word.text === "-c" && value !== undefined) settings.push(value);
  }
  return { subcommand: words[at], args: words.slice(at + 1), settings };
}

function judgeSubcommand({ subcommand, args, settings }: GitCall, judgeScript: JudgeScript): Verdict {
  if (subcommand === undefined) return ALLOW;
  if (subcommand.isDynamic) {
    const unknown = needsApproval("The git subcommand is only known when it runs: it needs approval. Write it out.");
    return strictest([unknown, judgeGit(args, judgeScript)]);
  }
  const name = subcommand.text;
  const alias = settings.map(({ text }) => aliasOf(text)).find((found) => found?.name === name);
  if (alias !== undefined) return judgeAlias(alias.value, args, judgeScript);
  if (name === "config") return judgeConfig(args, judgeScript);
  const judge = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  return judge?.(args) ?? ALLOW;
}

/** A stored alias is judged when it is written: later its use looks harmless. */
function judgeConfig(args: readonly ShellWord[], judgeScript: JudgeScript): Verdict {
  const names = args.filter(({ text }) => !text.startsWith("-") && text !== "set");
  const [key, value] = names;
  if (key === undefined || value === undefined) return ALLOW;
  const alias = aliasOf(`${key.text}=${value.text}`);
  if (alias !== undefined) return judgeAlias(alias.value, [], judgeScript);
  return judgeSetting({ text: `${key.text}=${value.text}`, isDynamic: key.isDynamic || value.isDynamic });
}

function aliasOf(setting: string): { readonly name: string; readonly value: string } | undefined {
  const alias = /^alias\.([^=]+)=(.*)$/is.exec(setting);
  return alias === null ? undefined : { name: alias[1] ?? "", value: alias[2] ?? "" };
}

function judgeAlias(value: string, args: readonly ShellWord[], judgeScript: JudgeScript): Verdict {
  const rest = args.map(({ text }) => `'${text.replaceAll("'", "'\\''")}'`).join(" ");
  return judgeScript(value.startsWith("!") ? `${value.slice(1)} ${rest}` : `git ${value} ${rest}`);
}

/** `-c remote.origin.push=+main` and the mirror setting force a push that names nothing. */
function judgeSetting({ text }: ShellWord): Verdict {
  if (/^remote\..*\.push=\+/is.test(text) || /^remote\..*\.mirror=(?!false|no|off|0)/is.test(text)) {
    return denied("This git setting forces pushes: not allowed. Push without it.");
  }
  return ALLOW;
}

function unless(args: readonly ShellWord[], harmless: readonly string[], what: string): Verdict {
  return args.some(({ text }) => harmless.includes(text)) ? ALLOW : needsApproval(`${what} and needs approval.`);
}

function judgeCheckout(args: readonly ShellWord[]): Verdict {
  if (hasOption(args, undefined, "B"))
    return needsApproval("git checkout -B moves an existing branch and needs approval.");
  if (hasOption(args, /^--fo/, "f"))
    return needsApproval("git checkout --force throws changes away and needs approval.");
  if (hasOption(args, /^--or/, "b")) return ALLOW;
  const separator = args.findIndex(({ text }) => text === "--");
  if (separator >= 0 && separator < args.length - 1) return ALLOW;
  const names = args.filter(({ text }) => text === "-" || !text.startsWith("-"));
  const [name] = names;
  if (name === undefined || names.length > 1 || hasOption(args, /^--(pat|our|the)/, "p")) return ALLOW;
  if (!name.isDynamic && looksLikeFile(name.text)) return ALLOW;
  return needsApproval(
    `git checkout ${name.text} changes to an existing branch and needs approval. For a file write: git checkout -- ${name.text}`,
  );
}

function judgeSwitch(args: readonly ShellWord[]): Verdict {
  if (hasOption(args, /^--force-c/, "C"))
    return needsApproval("git switch -C moves an existing branch and needs approval.");
  if (hasOption(args, /^--(cr|or)/, "c")) return ALLOW;
  const changes = args.some(({ text }) => text === "-" || !text.startsWith("-"));
  return changes ? needsApproval("git switch changes to an existing branch and needs approval.") : ALLOW;
}

function judgeBranch(args: readonly ShellWord[]): Verdict {
  const forces = hasOption(args, /^--fo/, "f");
  if (hasOption(args, undefined, "D") || (forces && hasOption(args, /^--de/, "d"))) {
    return needsApproval("git branch -D deletes a branch that is not merged and needs approval.");
  }
  if (forces || hasOption(args, undefined, "M") || hasOption(args, undefined, "C")) {
    return needsApproval("git branch with force overwrites a branch and needs approval.");
  }
  return ALLOW;
}

/** A name is a file when it ends in an extension that is no number, in a slash, or starts as a path. */
function looksLikeFile(name: string): boolean {
  return /^\.{0,2}\/|^\.{1,2}$|\/$/.test(name) || /[^/]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(name);
}

/** True when a long option matches (git takes abbreviations), or a cluster of short ones contains the letter. */
function hasOption(args: readonly ShellWord[], long: RegExp | undefined, short?: string): boolean {
  return args.some(({ text }) => {
    if (text.startsWith("--")) return long?.test(text) ?? false;
    return short !== undefined && /^-[A-Za-z]/.test(text) && text.slice(1).includes(short);
  });
}
