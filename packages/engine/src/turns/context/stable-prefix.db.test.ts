import { fact, halvesOf } from "@cadre/testkit";
import { expect } from "vitest";
import { pauseAgent } from "../../agents/pause-agent.ts";
import { transact } from "../../open-transaction.ts";
import { createTask } from "../../tasks/create/create-task.ts";
import { prefixDesk, type PrefixDesk } from "./stable-prefix.fixture.ts";

const MINUTE_MS = 60_000;

type Change = {
  readonly what: string;
  readonly make: (desk: PrefixDesk) => Promise<unknown>;
  /** What the situation tells of it from then on; unset: nothing, for it belongs to the next epoch or shows nowhere. */
  readonly news?: string;
};

/** All that moves around an agent at work. Nothing keeps a notebook yet; the sections' own test has it. */
const CHANGES: readonly Change[] = [
  { what: "a minute", make: ({ clock }) => clock.advance(MINUTE_MS + 7_000) },
  { what: "one more task on its board", make: (desk) => giveTask(desk, "Own later work"), news: "Own later work" },
  {
    what: "a task of a colleague",
    make: ({ given }) => given.task({ title: "Work of others", status: "in_progress", assigneeId: given.managerId }),
    news: "Work of others",
  },
  { what: "mail that can wait", make: sendMail, news: "A letter came" },
  {
    what: "a colleague who pauses",
    make: ({ deps, given }) => pauseAgent(deps, given.owner, { agentId: given.managerId }),
    news: "paused",
  },
  { what: "a restart", make: (desk) => desk.restart() },
  {
    what: "another role, which begins with the next epoch",
    make: ({ deps, given }) =>
      deps.database.query("update agents set role_text = 'Another role.' where id = $1", [given.workerId]),
  },
  { what: "a restart after that", make: (desk) => desk.restart() },
  {
    what: "everything at once",
    async make(desk) {
      await giveTask(desk, "The very last work");
      await sendMail(desk);
      await desk.clock.advance(MINUTE_MS);
      await desk.restart();
    },
    news: "The very last work",
  },
];

fact(
  ["PEER-T15", "I12"],
  "what the provider is sent begins with the same tools and tiers 1 and 2, byte for byte: a minute later, after the board, mail and colleagues changed, and after a restart",
  async () => {
    const desk = await prefixDesk();
    const [prefix, first] = halvesOf(await desk.step());
    expect(prefix).toContain('"name":"task_submit_review"');
    expect(prefix.length).toBeGreaterThan(20_000);
    let before = first;
    for (const { what, make, news } of CHANGES) {
      await make(desk);
      const [same, rest] = halvesOf(await desk.step());
      expect({ after: what, isSame: same === prefix }).toEqual({ after: what, isSame: true });
      expect(rest).not.toBe(before);
      if (news !== undefined) {
        expect(before).not.toContain(news);
        expect(rest).toContain(news);
      }
      before = rest;
    }
    const calls = await desk.deps.database.query<{ receipt: string; read: number }>(
      "select receipt, cache_read_tokens as read from model_calls where status = 'done' order by started_at, id",
    );
    expect(calls).toHaveLength(1 + CHANGES.length);
    const hashes = calls.map(({ receipt }) => (JSON.parse(receipt) as Receipt).hashes);
    expect(new Set(hashes.map(({ tools, tier1, tier2 }) => `${tools} ${tier1} ${tier2}`)).size).toBe(1);
    const situations = new Set(hashes.map(({ tier3 }) => tier3));
    expect(situations.size).toBeGreaterThan(CHANGES.filter(({ news }) => news !== undefined).length);
    // The provider's cache agrees: each call read what the one before had sent, its situation left out.
    const reads = calls.map(({ read }) => read);
    expect(reads[0]).toBe(0);
    expect(reads[1]).toBeGreaterThan(4_096);
    expect(reads.slice(1)).toEqual(reads.slice(1).toSorted((a, b) => a - b));
    const attempts = await desk.deps.database.query<{ status: string }>("select status from attempts order by fence");
    expect(attempts.map(({ status }) => status)).toEqual(["lost", "lost", "lost", "running"]);
    await desk.close();
  },
);

type Receipt = {
  readonly hashes: { readonly tools: string; readonly tier1: string; readonly tier2: string; readonly tier3: string };
};

function giveTask({ deps, given }: PrefixDesk, title: string): Promise<unknown> {
  return createTask(deps, given.owner, {
    projectId: given.projectId,
    title,
    description: "Later.",
    assigneeId: given.workerId,
    reviewerKind: "person",
    reviewerId: given.owner.id,
  });
}

/** Of a priority that no run is left for. */
function sendMail({ deps, given }: PrefixDesk): Promise<unknown> {
  const letter = { type: "system_event", payload: { subject: "notice", text: "A letter came." } } as const;
  return transact(deps, given.system, (tx) => tx.mailbox.post(given.workerId, letter, { priority: 4 }));
}
