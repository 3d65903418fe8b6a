import { commandName, type ShellWord, withoutAssignments } from "./shell-syntax.ts";

type WrapperRule = {
  /** Options that take their value from the next word. */
  readonly valueOptions?: readonly string[];
  /** Words of its own before the command, such as the seconds of `timeout`. */
  readonly ownWords?: number;
  /** It hands its words to a shell as one text. */
  readonly runsText?: boolean;
};

const MAX_LAYERS = 8;

/** Commands that run the command in their own arguments. */
const WRAPPERS: Readonly<Record<string, WrapperRule>> = {
  builtin: {},
  busybox: {},
  caffeinate: { valueOptions: ["-t", "-w"] },
  chroot: { ownWords: 1 },
  command: {},
  env: { valueOptions: ["-u", "--unset", "-C", "--chdir"] },
  exec: { valueOptions: ["-a"] },
  flock: { valueOptions: ["-w", "-E"], ownWords: 1, runsText: true },
  ionice: { valueOptions: ["-c", "-n", "-p"] },
  nice: { valueOptions: ["-n"] },
  nohup: {},
  parallel: { valueOptions: ["-j"], runsText: true },
  script: { runsText: true },
  setsid: {},
  stdbuf: { valueOptions: ["-i", "-o", "-e"] },
  strace: { valueOptions: ["-o", "-e"] },
  time: { valueOptions: ["-f", "-o"] },
  timeout: { valueOptions: ["-s", "-k"], ownWords: 1 },
  gtimeout: { valueOptions: ["-s", "-k"], ownWords: 1 },
  unshare: {},
  watch: { valueOptions: ["-n"], runsText: true },
  xargs: { valueOptions: ["-I", "-n", "-P", "-L", "-d", "-a", "-s", "-E"] },
};

export type Wrapped = {
  /** Commands it runs. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Texts it hands to a shell. */
  readonly scripts: readonly string[];
};

/** What a wrapping command runs; undefined when it is none. */
export function unwrap(name: string, args: readonly ShellWord[]): Wrapped | undefined {
  if (name === "find") return { commands: findCommands(args), scripts: [] };
  const rule = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (rule === undefined) return undefined;
  if (name === "command" && args.some(({ text }) => /^-[vV]$/.test(text))) return { commands: [], scripts: [] };
  const command = args.slice(commandStart(args, rule));
  const text = command.map((word) => word.text).join(" ");
  return {
    commands: [withoutAssignments(command)],
    scripts: [...(rule.runsText === true ? [text] : []), ...textOptions(name, args)],
  };
}

/** What a wrapped command line finally runs, such as `bash` in `env -i nice bash`. */
export function innermost(words: readonly ShellWord[]): readonly ShellWord[] {
  let found = words;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const [first, ...rest] = found;
    const [inner] = (first === undefined ? undefined : unwrap(commandName(first), rest))?.commands ?? [];
    if (inner === undefined) break;
    found = inner;
  }
  return found;
}

function commandStart(args: readonly ShellWord[], { valueOptions = [], ownWords = 0 }: WrapperRule): number {
  let own = ownWords;
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text ?? "";
    if (valueOptions.includes(text)) at += 1;
    else if (text === "--" && own === 0) return at + 1;
    else if (/^[-+]/.test(text)) continue;
    else if (own === 0) return at;
    else own -= 1;
  }
  return args.length;
}

/** `env -S "…"` splits a text into the command and `flock f -c "…"` hands it to a shell. */
function textOptions(name: string, args: readonly ShellWord[]): readonly string[] {
  const option = {
    env: /^(-[a-zA-Z]*S|--split-string=?)/,
    flock: /^(-c|--command=?)/,
    script: /^(-[a-z]*c|--command=?)/,
  }[name];
  const at = option === undefined ? -1 : args.findIndex(({ text }) => option.test(text));
  if (option === undefined || at < 0) return [];
  const [first, ...rest] = args.slice(at).map(({ text }) => text);
  return [[first?.replace(option, ""), ...rest].join(" ")];
}

function findCommands(args: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const starts = args.flatMap(({ text }, at) => (/^-(exec|ok)(dir)?$/.test(text) ? [at + 1] : []));
  return starts.map((start) => args.slice(start));
}
