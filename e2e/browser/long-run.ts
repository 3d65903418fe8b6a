import { join } from "node:path";
import { openDatabase } from "@cadre/database";
import { systemIds } from "@cadre/shared";
import { homeDatabaseUrl } from "@cadre/standalone/postgres";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";

type Block = { readonly type: string; readonly [field: string]: unknown };
type Payload = { readonly kind: string; readonly content?: readonly Block[]; readonly [field: string]: unknown };
type Entry = { readonly payload: Payload };

const BATCH = 2_000;
const FIRST_SEQ = 1_000_001;

/**
 * Writes a run with so many entries into the tables, each a reply with a call or the result of one, as a story's run wrote them. It ends
 * as that run did. Answers its id.
 */
export async function writeLongRun(
  machine: ThrowAwayMachine,
  owner: ApiClient,
  like: { readonly taskId: string; readonly entries: number },
): Promise<string> {
  const { like: source, reply, result } = await workedRun(owner, like.taskId);
  const url = homeDatabaseUrl(join(machine.home, "home"));
  if (url === undefined) throw new Error("The machine keeps no database in its home.");
  const runId = idOf("run", 0);
  const database = openDatabase({ url, applicationName: "long-run", newId: systemIds, maxConnections: 1 });
  try {
    await database.query(
      `insert into runs select (jsonb_populate_record(r, $2::jsonb)).* from runs r where r.id = $1`,
      [source, JSON.stringify({ id: runId, item_id: null, step: like.entries / 2 })],
    );
    for (let from = 0; from < like.entries; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, like.entries - from) }, (_, index) => from + index);
      await database.query(
        `insert into session_entries (session_id, seq, id, organization_id, kind, v, payload, tokens, run_id, fence, step)
         select r.session_id, e.seq, e.id, r.organization_id, e.kind, 1, e.payload, 100, r.id, r.fence, e.step
         from runs r, unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[]) as e (seq, id, kind, payload, step)
         where r.id = $1`,
        [
          runId,
          numbers.map((nth) => FIRST_SEQ + nth),
          numbers.map((nth) => idOf("ent", nth)),
          numbers.map((nth) => (nth % 2 === 0 ? "assistant-message" : "tool-result")),
          numbers.map((nth) => JSON.stringify(nth % 2 === 0 ? replyAt(reply, nth) : resultAt(result, nth))),
          numbers.map((nth) => Math.floor(nth / 2) + 1),
        ],
      );
    }
  } finally {
    await database.close();
  }
  return runId;
}

type WorkedRun = { readonly like: string; readonly reply: Payload; readonly result: Payload };

/** A run of a task that is over and called a tool, with what it wrote. */
async function workedRun(owner: ApiClient, taskId: string): Promise<WorkedRun> {
  for (const { id, status } of await owner.all<{ id: string; status: string }>(`/tasks/${taskId}/runs`)) {
    if (status !== "succeeded") continue;
    const written = (await owner.all<Entry>(`/runs/${id}/entries`)).map(({ payload }) => payload);
    const reply = written.find(({ kind }) => kind === "assistant-message");
    const result = written.find(({ kind }) => kind === "tool-result");
    if (reply !== undefined && result !== undefined) return { like: id, reply, result };
  }
  throw new Error(`No run of task ${taskId} called a tool.`);
}

/** What the reply at a place says: its test looks for it. */
export function lineAt(nth: number): string {
  return `Line ${nth} of the long run`;
}

function replyAt(like: Payload, nth: number): Payload {
  const args = { command: `grep -rn "needle ${nth}" data/ | head -20` };
  const more = nth % 10 === 0 ? `\n\n- one **point**\n- another \`point\`\n\n| a | b |\n|---|---|\n| ${nth} | 2 |` : "";
  return {
    ...like,
    content: [
      { type: "text", text: `${lineAt(nth)}.${more}` },
      { type: "tool-call", callId: `call_${nth}`, name: "shell", args },
    ],
  };
}

function resultAt(like: Payload, nth: number): Payload {
  const text = `data/part-${nth}.csv:12: needle ${nth}\n`.repeat(20);
  return { ...like, assistantEntryId: idOf("ent", nth - 1), callId: `call_${nth - 1}`, text };
}

function idOf(prefix: string, nth: number): string {
  return `${prefix}_01aaaaaaaaaaaaaaaaaa${String(nth).padStart(6, "0")}`;
}
