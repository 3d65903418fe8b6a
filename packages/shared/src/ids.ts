import { randomBytes } from "node:crypto";

/** Every kind of id and its prefix, so that a log line explains itself. */
export const ID_PREFIXES = {
  organization: "org",
  person: "per",
  apiKey: "key",
  signIn: "sin",
  signInLink: "sil",
  invitation: "inv",
  project: "prj",
  team: "tea",
  agent: "agt",
  task: "tsk",
  check: "chk",
  subtask: "sub",
  comment: "cmt",
  note: "not",
  submit: "sbm",
  deliverable: "dlv",
  run: "run",
  worker: "wrk",
  session: "ses",
  entry: "ent",
  dailyLogEntry: "dle",
  item: "mbx",
  modelCall: "mcl",
  wait: "wai",
  approval: "apr",
  standingApproval: "sta",
  notification: "ntf",
  webhook: "whk",
  delivery: "wdl",
  event: "evt",
  slot: "slt",
  llmProvider: "llm",
  announcement: "ann",
  feedback: "fbk",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Makes one id of a kind: prefix, `_`, 26 characters that sort by time of creation. */
export type NewId = (kind: IdKind) => string;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

export function createId(kind: IdKind, nowMs: number, random: Uint8Array): string {
  let time = "";
  for (let rest = nowMs, at = 0; at < TIME_CHARACTERS; at += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = "";
  for (let at = 0; at < RANDOM_CHARACTERS; at += 1) tail += ALPHABET.charAt((random[at] ?? 0) & 31);
  return `${ID_PREFIXES[kind]}_${time}${tail}`;
}

/** Asking the system for randomness costs more than the id itself, so it is asked for many ids at once. */
const IDS_PER_DRAW = 256;
let pool = randomBytes(0);

/** Ids from the system's clock and randomness. Tests use testkit's counting ids instead. */
export const systemIds: NewId = (kind) => {
  if (pool.length < RANDOM_CHARACTERS) pool = randomBytes(RANDOM_CHARACTERS * IDS_PER_DRAW);
  const random = pool.subarray(0, RANDOM_CHARACTERS);
  pool = pool.subarray(RANDOM_CHARACTERS);
  return createId(kind, Date.now(), random);
};

export function isId(kind: IdKind, value: string): boolean {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-z]{26}$`).test(value);
}
