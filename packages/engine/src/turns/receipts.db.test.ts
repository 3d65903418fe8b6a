import { type BundleReceipt, parseReceipt } from "@cadre/core";
import type { RouteTarget } from "@cadre/llm-router";
import { callsOf, fact, says } from "@cadre/testkit";
import { expect, test } from "vitest";
import { failureOf, turnDesk, type TurnDesk } from "./turn-desk.fixture.ts";

const WRITE = callsOf(["file_write", { path: "page.md", content: "A page.\n" }]);
const SUBMIT = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);
const TARGET: RouteTarget = { provider: "scripted", model: "script", credentials: { apiKey: "none" } };

type StoredCall = {
  readonly runId: string;
  readonly sessionId: string | null;
  readonly status: string;
  readonly model: string;
  readonly receipt: BundleReceipt;
};

async function calls({ deps }: TurnDesk): Promise<StoredCall[]> {
  const rows = await deps.database.query<Omit<StoredCall, "receipt"> & { receipt: string }>(
    "select run_id, session_id, status, model, receipt from model_calls order by started_at, id",
  );
  return rows.map((row) => {
    const receipt = parseReceipt(row.receipt);
    if (receipt === undefined) throw new Error("A call has a receipt of another version.");
    return { ...row, receipt };
  });
}

async function kept({ deps, given }: TurnDesk): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.database.query<{ hash: string; text: string }>(
    "select hash, text from prompt_texts where organization_id = $1",
    [given.organizationId],
  );
  return new Map(rows.map(({ hash, text }) => [hash, text]));
}

test("every call keeps its receipt and its session, and the texts a receipt names are kept once", async () => {
  const desk = await turnDesk([WRITE, WRITE, SUBMIT]);
  await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  const made = await calls(desk);
  expect(made).toHaveLength(3);
  const [session] = await desk.deps.database.query<{ id: string }>("select id from sessions");
  expect(made.map(({ sessionId }) => sessionId)).toEqual(Array.from({ length: 3 }, () => session?.id));
  const texts = await kept(desk);
  for (const { receipt } of made) {
    expect(receipt.sections.length).toBeGreaterThan(10);
    for (const { name, hash, chars } of receipt.sections) {
      expect({ name, chars: texts.get(hash)?.length }).toEqual({ name, chars });
    }
    expect(JSON.parse(texts.get(receipt.tools.hash) ?? "null")).toHaveLength(receipt.tools.count);
  }
  const named = made.flatMap(({ receipt }) => [receipt.tools.hash, ...receipt.sections.map(({ hash }) => hash)]);
  expect([...texts.keys()].toSorted()).toEqual([...new Set(named)].toSorted());
  const [sent] = desk.model.requests;
  expect(sent?.system.map(({ text }) => text).join("\n")).toContain(
    texts.get(made[0]?.receipt.sections[0]?.hash ?? ""),
  );
  await desk.close();
});

test("what a receipt predicts grows with the session, and its last entry is what the call was made from", async () => {
  const desk = await turnDesk([WRITE, WRITE, SUBMIT]);
  await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  const predicted = (await calls(desk)).map(({ receipt }) => receipt.cache.predictedTokens);
  expect(predicted[0]).toBe(0);
  expect(predicted[1]).toBeGreaterThan(1_000);
  expect(predicted[2]).toBeGreaterThan(predicted[1] ?? 0);
  const replies = await desk.deps.database.query<{ parentId: string }>(
    "select parent_id from session_entries where kind = 'assistant-message' order by seq",
  );
  expect((await calls(desk)).map(({ receipt }) => receipt.lastEntryId)).toEqual(
    replies.map(({ parentId }) => parentId),
  );
  await desk.close();
});

fact(
  ["I12"],
  "a run compares its first call with the last of the session's run before: what holds, and what broke",
  async () => {
    const models = ["script", "script", "other"];
    const desk: TurnDesk = await turnDesk([says("I am done."), says("Really."), SUBMIT], {
      targetsOf: async () => [{ ...TARGET, model: models[desk.model.requests.length] ?? "" }],
    });
    await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
    for (let tries = 0; tries < 6 && desk.model.requests.length < 3; tries += 1) {
      await desk.settle();
      await desk.clock.advance(60_000);
    }
    await desk.settle();
    const [first, second, third] = await calls(desk);
    expect(new Set([first?.runId, second?.runId, third?.runId]).size).toBe(3);
    expect(new Set([first?.sessionId, second?.sessionId, third?.sessionId]).size).toBe(1);
    expect(first?.receipt.cache).toMatchObject({ predictedTokens: 0 });
    expect(second?.receipt.cache.broken).toBeUndefined();
    expect(second?.receipt.cache.predictedTokens).toBeGreaterThan(1_000);
    expect(third?.receipt.cache).toMatchObject({
      predictedTokens: 0,
      broken: { part: "model", at: third?.receipt.at },
    });
    await desk.close();
  },
);

fact(["I12"], "after a fallback the next call is compared with the model that answered", async () => {
  const spare = { ...TARGET, model: "spare" };
  const desk = await turnDesk([failureOf("overloaded"), WRITE, SUBMIT], { targetsOf: async () => [TARGET, spare] });
  await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  const made = await calls(desk);
  expect(made.map(({ status, model }) => [status, model])).toEqual([
    ["failed", "script"],
    ["done", "spare"],
    ["done", "script"],
  ]);
  expect(made[2]?.receipt.cache.broken).toMatchObject({ part: "model" });
  expect(made[2]?.receipt.cache.predictedTokens).toBe(0);
  await desk.close();
});

test("a text that could not be kept costs nobody a reply, and is kept with the next call that has it", async () => {
  const desk = await turnDesk([SUBMIT, SUBMIT]);
  const reviewer = { reviewerKind: "person", reviewerId: desk.given.owner.id } as const;
  await desk.deps.database.query("alter table prompt_texts add constraint full_disk check (text = '')");
  await desk.begin(reviewer);
  await desk.settle();
  expect((await calls(desk)).map(({ status }) => status)).toEqual(["done"]);
  expect((await kept(desk)).size).toBe(0);
  expect(desk.bugs.length).toBeGreaterThan(0);
  await desk.deps.database.query("alter table prompt_texts drop constraint full_disk");
  await desk.begin(reviewer);
  await desk.settle();
  const texts = await kept(desk);
  const [, second] = await calls(desk);
  expect(second?.receipt.sections.filter(({ hash }) => !texts.has(hash))).toEqual([]);
  await desk.close();
});
