import { type EntryPayload, NO_USAGE, type SessionEntry } from "@cadre/domain";
import { randomNumbers } from "./random.ts";

/** A session with things planted in it that must outlive a compaction. */
export type Planted = {
  readonly entries: readonly SessionEntry[];
  /** Paths, ids, addresses and error lines. */
  readonly artifacts: readonly string[];
  /** Sentences on work that is still open, and on work that has ended. */
  readonly pending: readonly string[];
  readonly ended: readonly string[];
};

const STEPS = 120;
const PLANTED_STEPS = 90;
const WORDS =
  "order customer invoice retry payment address shipped delivery agent session mailbox tool timeout partial total amount currency region weather author revision branch merge parser socket buffer".split(
    " ",
  );
const CHORES = ["rotate the key of", "write the migration for", "tell Bo about", "measure", "review the change to"];

/** Chatter, JSON and code of an agent at work. The seed decides everything. */
export function plantedSession(seed: number): Planted {
  const next = randomNumbers(seed);
  const word = (): string => WORDS[Math.floor(next() * WORDS.length)] ?? "";
  const words = (count: number): string => Array.from({ length: count }, word).join(" ");
  const digits = (count: number): string => String(Math.floor((0.1 + 0.9 * next()) * 10 ** count));
  const kinds: readonly (() => string)[] = [
    () => `src/${word()}/${word()}-${digits(3)}.ts`,
    () => `tsk_${word()}${digits(4)}`,
    () => `https://${word()}.example/${word()}/${digits(4)}`,
    () => `Error: ${words(4)} at frame ${digits(4)}`,
  ];
  const planted = { artifacts: [] as string[], pending: [] as string[], ended: [] as string[] };
  const log = sessionLog();
  for (let step = 0; step < STEPS; step += 1) {
    const told = [`I look at the ${words(12)}.`];
    const result = [`{"${word()}":"${words(40)}"}`, `const ${word()} = ${word()}(${digits(2)});`, words(300)];
    if (step < PLANTED_STEPS) {
      const found = kinds[step % kinds.length]?.() ?? "";
      planted.artifacts.push(found);
      if (step % 2 === 0) told.push(found.startsWith("Error") ? found : `This concerns ${found} mostly.`);
      else result.splice(1, 0, found);
      if (step % 5 === 0) {
        const chore = `We must still ${CHORES[(step / 5) % CHORES.length] ?? ""} ${word()}-${digits(3)}.`;
        told.push(chore);
        (step % 15 === 0 ? planted.ended : planted.pending).push(chore);
      }
    } else {
      const over = step % 2 === 0 ? planted.ended[(step - PLANTED_STEPS) / 2] : undefined;
      if (over !== undefined) told.push(`Done: ${over.replace("We must still ", "")}`);
    }
    log.step(told.join("\n"), result.join("\n"));
  }
  return { entries: log.entries, ...planted };
}

function sessionLog() {
  const entries: SessionEntry[] = [];
  const push = (payload: EntryPayload): string => {
    const id = `ent_${entries.length}`;
    entries.push({ id, parentId: entries.at(-1)?.id ?? null, payload });
    return id;
  };
  push({
    kind: "user-message",
    v: 1,
    content: [{ type: "text", text: "TASK EXECUTION\nKeep the shop running." }],
    isPinned: true,
  });
  return {
    entries,
    step(told: string, text: string) {
      const callId = `call_${entries.length}`;
      const assistantEntryId = push({
        kind: "assistant-message",
        v: 1,
        content: [
          { type: "text", text: told },
          { type: "tool-call", callId, name: "file_read", args: { path: "notes.md" } },
        ],
        model: { provider: "bench", model: "bench" },
        stopReason: "tool-use",
        usage: NO_USAGE,
        isSimulated: true,
      });
      push({ kind: "tool-result", v: 1, assistantEntryId, callId, name: "file_read", outcome: "done", text });
    },
  };
}
