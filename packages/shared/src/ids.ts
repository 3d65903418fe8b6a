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
  return `${ID_PREFIXES[kind]}_${timeOf(nowMs)}${tailOf(random, 0)}`;
}

/** Many ids are made within a millisecond, and all of them begin alike. */
let latest = { ms: Number.NaN, text: "" };

function timeOf(nowMs: number): string {
  if (latest.ms === nowMs) return latest.text;
  let text = "";
  for (let rest = nowMs, at = 0; at < TIME_CHARACTERS; at += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  latest = { ms: nowMs, text };
  return text;
}

function tailOf(random: Uint8Array, from: number): string {
  let tail = "";
  for (let at = from; at < from + RANDOM_CHARACTERS; at += 1) tail += ALPHABET.charAt((random[at] ?? 0) & 31);
  return tail;
}

/** Asking the system for randomness costs more than the id itself, so it is asked for many ids at once. */
const POOL_BYTES = RANDOM_CHARACTERS * 256;
let pool = randomBytes(0);
let taken = 0;

/** Ids from the system's clock and randomness. Tests use testkit's counting ids instead. */
export const systemIds: NewId = (kind) => {
  if (taken + RANDOM_CHARACTERS > pool.length) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  const tail = tailOf(pool, taken);
  taken += RANDOM_CHARACTERS;
  return `${ID_PREFIXES[kind]}_${timeOf(Date.now())}${tail}`;
};

export function isId(kind: IdKind, value: string): boolean {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-z]{26}$`).test(value);
}
