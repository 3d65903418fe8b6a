import type { ShellWord } from "./shell-syntax.ts";
import { ALLOW, denied, needsApproval, strictest, type Verdict } from "./verdict.ts";

const PROTECTED_BRANCHES = ["main", "master"];

const FORCED = denied("A force push is never allowed. Push a new branch, or bring the changes together by merge.");

/** Long options whose value is the next word when it is not joined by `=`. */
const LONG_WITH_VALUE = new Set(["--repo", "--push-option", "--receive-pack", "--exec", "--remote"]);

/** Judges the words after `git push`. Git takes abbreviated long options and clusters of short ones. */
export function judgePush(args: readonly ShellWord[]): Verdict {
  const verdicts: Verdict[] = [];
  const names: ShellWord[] = [];
  let isDryRun = false;
  let namesRepository = false;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined || word.text === "--") continue;
    if (word.text.startsWith("--")) {
      verdicts.push(judgeLongOption(word));
      isDryRun ||= isAbbreviation(word.text, "--dry-run", 4);
      namesRepository ||= /^--repo(=|$)/.test(word.text);
      if (LONG_WITH_VALUE.has(word.text)) at += 1;
    } else if (/^-\w/.test(word.text)) {
      const [letters, value] = splitCluster(word.text);
      verdicts.push(judgeShortOptions(letters));
      isDryRun ||= letters.includes("n");
      if (value === "") at += 1;
    } else {
      names.push(word);
    }
  }
  verdicts.push(...names.map(judgeWholeName));
  if (!isDryRun) verdicts.push(judgeTargets(namesRepository ? names : names.slice(1)));
  return strictest(verdicts);
}

/** The letters before `o`, and what `o` takes as its value: the rest of the cluster, or "" for the next word. */
function splitCluster(text: string): readonly [letters: string, value: string | undefined] {
  const at = text.indexOf("o");
  return at < 0 ? [text.slice(1), undefined] : [text.slice(1, at), text.slice(at + 1)];
}

function judgeLongOption({ text, isDynamic }: ShellWord): Verdict {
  const name = text.split("=", 1)[0] ?? text;
  if (name.startsWith("--forc") || name === "--for" || isAbbreviation(name, "--mirror", 3)) return FORCED;
  if (isDynamic) return needsApproval(`The option ${text} is only known when it runs: the push needs approval.`);
  if (isAbbreviation(name, "--delete", 4) || isAbbreviation(name, "--prune", 5)) {
    return needsApproval("This push deletes branches at the remote and needs approval.");
  }
  if (isAbbreviation(name, "--all", 3) || isAbbreviation(name, "--branches", 3)) {
    return needsApproval("This push sends every branch, main among them, and needs approval.");
  }
  return ALLOW;
}

function isAbbreviation(name: string, option: string, minimum: number): boolean {
  return name.length >= minimum && option.startsWith(name);
}

function judgeShortOptions(letters: string): Verdict {
  if (letters.includes("f")) return FORCED;
  return letters.includes("d") ? needsApproval("This push deletes a branch at the remote and needs approval.") : ALLOW;
}

/** A `+` before a ref forces it, wherever git takes the word for a ref. */
function judgeWholeName({ text, isDynamic }: ShellWord): Verdict {
  if (text.startsWith("+")) return FORCED;
  return isDynamic ? needsApproval(`What ${text} names is only known when it runs: the push needs approval.`) : ALLOW;
}

function judgeTargets(refs: readonly ShellWord[]): Verdict {
  if (refs.length === 0) {
    return needsApproval("This push does not name a branch and needs approval. Name it: git push <remote> <branch>");
  }
  return strictest(refs.map(({ text }) => judgeRef(text)));
}

function judgeRef(ref: string): Verdict {
  const [source = "", target = source] = ref.split(":", 2);
  if (source === "" && ref.includes(":"))
    return needsApproval(`Pushing ${ref} deletes or matches branches and needs approval.`);
  const branch = target.replace(/^(refs\/)?heads\//, "");
  if (PROTECTED_BRANCHES.includes(branch) || branch.includes("*")) {
    return needsApproval(
      `A push to ${branch} needs approval. Push a branch of your own instead: git push <remote> <branch>`,
    );
  }
  return branch === "HEAD" || branch === "@" || branch === ""
    ? needsApproval("This push does not name its branch and needs approval. Name it: git push <remote> <branch>")
    : ALLOW;
}
