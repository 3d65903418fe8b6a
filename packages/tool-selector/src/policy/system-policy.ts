import { posix } from "node:path";

import type { ShellWord } from "./shell-syntax.ts";
import { ALLOW, denied, needsApproval, strictest, type Verdict } from "./verdict.ts";

/** Commands that are never allowed, with the reason an agent reads. */
const NEVER: Readonly<Record<string, string>> = {
  ...reasons(["sudo", "su", "doas", "pkexec", "run0"], "changes to another account"),
  ...reasons(["shutdown", "reboot", "halt", "poweroff", "telinit"], "stops the machine"),
  ...reasons(["fdisk", "parted", "sfdisk", "wipefs", "mkswap", "blkdiscard"], "changes disks"),
};

const POWER_VERBS = new Set(["poweroff", "reboot", "halt", "kexec", "suspend", "hibernate", "rescue", "emergency"]);

function reasons(names: readonly string[], what: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${name} ${what} and is not allowed. Do without it.`]));
}

/** Judges one command by its name and arguments: what harms the machine is denied, whoever asks. */
export function judgeSystemCommand(name: string, args: readonly ShellWord[]): Verdict {
  if (Object.hasOwn(NEVER, name)) return denied(NEVER[name] ?? "This command is not allowed.");
  if (name === "mkfs" || name.startsWith("mkfs.")) return denied(`${name} formats disks and is not allowed.`);
  if (name === "rm") return judgeRemove(args);
  if (name === "dd") return strictest(args.map(judgeCopyTarget));
  if (name === "init")
    return args.some(({ text }) => /^[06]$/.test(text)) ? denied("init stops the machine and is not allowed.") : ALLOW;
  if (name === "systemctl" && args.some(({ text }) => POWER_VERBS.has(text))) {
    return denied("systemctl may not stop the machine.");
  }
  return ALLOW;
}

function judgeRemove(args: readonly ShellWord[]): Verdict {
  const isRecursive = args.some(({ text }) => text.startsWith("--r") || /^-[a-zA-Z]*[rR]/.test(text));
  if (!isRecursive) return ALLOW;
  if (args.some(({ text }) => text.startsWith("--no"))) return denied("rm --no-preserve-root is not allowed.");
  return strictest(args.filter(({ text }) => !text.startsWith("-")).map(judgeRemoveTarget));
}

function judgeRemoveTarget({ text, isDynamic }: ShellWord): Verdict {
  const path = text.replace(/^\$(HOME\b|\{HOME\})/, "~");
  if (isPrecious(path)) return denied(`Deleting ${text} is not allowed. Name folders inside your workspace.`);
  if (isDynamic && /^[$`]/.test(path)) {
    return needsApproval(
      `What rm deletes at ${text} is only known when it runs: it needs approval. Write the path out.`,
    );
  }
  return ALLOW;
}

/** The root, a folder directly in it, a home, the folder above, or all that is in one of them. */
function isPrecious(path: string): boolean {
  const folder = posix.normalize(path).replace(/\/\*?$/, "");
  return folder === "" || /^\/[^/]*$/.test(folder) || /^~[^/]*$/.test(folder) || /^(\.\.\/)*\.\.$/.test(folder);
}

function judgeCopyTarget({ text }: ShellWord): Verdict {
  const isDevice = /^of=\/dev\/(?!null$|stdout$|stderr$)/.test(text);
  return isDevice ? denied("dd may not write to a device.") : ALLOW;
}
