import type { RouteTarget } from "@cadre/llm-router";
import { callsOf, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listHistory } from "../../sessions/list-history.ts";
import { turnDesk, type TurnDesk } from "../../turns/turn-desk.fixture.ts";
import { diffModelCalls } from "./diff-model-calls.ts";
import { getPromptText } from "./get-prompt-text.ts";
import { getCallReceipt } from "./get-receipt.ts";
import { listModelCallsOfRun, listModelCallsOfSession } from "./list-model-calls.ts";
import type { ModelCallLine } from "./model-call-line.ts";

const STEPS = 6;
const target = (model: string): RouteTarget => ({ provider: "scripted", model, credentials: { apiKey: "none" } });

let desk: TurnDesk;
let sessionId: string;
let lines: readonly ModelCallLine[];

beforeAll(async () => {
  const writes = Array.from({ length: STEPS - 1 }, (_, at) =>
    callsOf(["file_write", { path: `page-${at}.md`, content: "A page.\n".repeat(at * 400) }]),
  );
  const submit = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);
  // The settings change under way: the fourth call goes to another model.
  desk = await turnDesk([...writes, submit], {
    targetsOf: async () => [target(desk.model.requests.length === 3 ? "other" : "script")],
  });
  await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  const [session] = await desk.deps.database.query<{ id: string }>("select id from sessions");
  sessionId = session?.id ?? "";
  lines = (await listModelCallsOfSession(desk.deps, desk.given.owner, { sessionId, limit: 50 })).data;
});
afterAll(() => desk.close());

test("the calls of a session stand in their order, page by page, each with what its cache should give", async () => {
  const { deps, given } = desk;
  expect(lines.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(lines.map(({ context }) => (context?.predictedTokens ?? 0) > 0)).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(lines.map(({ context }) => context?.broken?.part)).toEqual([
    undefined,
    undefined,
    undefined,
    "model",
    "model",
    undefined,
  ]);
  const paged: ModelCallLine[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listModelCallsOfSession(deps, given.owner, { sessionId, limit: 4, cursor });
    paged.push(...page.data);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(lines);
  const ofRun = await listModelCallsOfRun(deps, given.owner, { runId: lines[0]?.runId ?? "", limit: 50 });
  expect(ofRun.data).toEqual(lines);
});

fact(["I12"], "a call that broke the cache says by what and when, in one sentence", () => {
  const broken = lines[3]?.context?.broken;
  expect(broken?.words).toMatch(/^cache broken by model at \d\d:\d\d$/);
  expect(broken?.why).toBe("scripted/script was asked before, scripted/other now");
});

test("a receipt names its sections, its changes, its arithmetic, its stretch of the log, and the call it was compared with", async () => {
  const { deps, given } = desk;
  const last = lines.at(-1);
  const receipt = await getCallReceipt(deps, given.owner, { callId: last?.id ?? "" });
  expect(receipt.previousCallId).toBe(lines.at(-2)?.id);
  expect(receipt.told?.budgetWords).toContain("tokens for messages");
  expect(receipt.told?.receipt.sections.map(({ tier }) => tier)).toEqual(
    receipt.told?.receipt.sections.map(({ tier }) => tier).toSorted(),
  );
  const history = await listHistory(deps, given.owner, { sessionId, limit: 200 });
  const reply = history.data.findLast(({ kind }) => kind === "assistant-message");
  expect(receipt.history).toEqual({ fromSeq: 1, toSeq: (reply?.seq ?? 0) - 1 });
  const first = await getCallReceipt(deps, given.owner, { callId: lines[0]?.id ?? "" });
  expect(first.previousCallId).toBeNull();
});

test("every text that a receipt names can be read", async () => {
  const { deps, given } = desk;
  const { told } = await getCallReceipt(deps, given.owner, { callId: lines[2]?.id ?? "" });
  for (const { hash, chars } of told?.receipt.sections ?? []) {
    const { text } = await getPromptText(deps, given.owner, { hash });
    expect(text).toHaveLength(chars);
  }
  await expect(
    getPromptText(deps, { ...given.owner, organizationId: "org_other" }, { hash: told?.receipt.tools.hash ?? "" }),
  ).rejects.toMatchObject({ code: "prompt-text.not-found" });
});

test("a diff tells what grew and what changed; of calls that follow each other it names what broke the cache", async () => {
  const { deps, given } = desk;
  const [first, second, third, fourth] = lines.map(({ id }) => id);
  const quiet = await diffModelCalls(deps, given.owner, { callId: second ?? "", otherCallId: third ?? "" });
  expect(quiet.brokenBy).toBeNull();
  expect(quiet.diff.messages.count).toEqual({ before: 3, after: 5 });
  expect(quiet.diff.sections.every(({ tier }) => tier === 3)).toBe(true);
  const loud = await diffModelCalls(deps, given.owner, { callId: third ?? "", otherCallId: fourth ?? "" });
  expect(loud.brokenBy).toMatchObject({ part: "model", words: expect.stringContaining("cache broken by model") });
  const same = await diffModelCalls(deps, given.owner, { callId: first ?? "", otherCallId: first ?? "" });
  expect(same.diff).toMatchObject({ sections: [], budget: [], changesBegun: [], changesEnded: [] });
});

test("a call whose receipt is of an older version keeps its line and says that there is none", async () => {
  const { deps, given } = desk;
  const id = lines[0]?.id ?? "";
  await deps.database.query(
    "update model_calls set receipt = jsonb_set(receipt::jsonb, '{v}', '1')::text where id = $1",
    [id],
  );
  expect(await getCallReceipt(deps, given.owner, { callId: id })).toMatchObject({
    told: null,
    call: { context: null },
  });
  await expect(
    diffModelCalls(deps, given.owner, { callId: id, otherCallId: lines[1]?.id ?? "" }),
  ).rejects.toMatchObject({ code: "model-call.no-receipt" });
});

test("the calls of a deleted session are not listed any more", async () => {
  const { deps, given } = desk;
  await deps.database.query("update sessions set deleted_at = cadre_now() where id = $1", [sessionId]);
  const list = listModelCallsOfSession(deps, given.owner, { sessionId, limit: 50 });
  await expect(list).rejects.toMatchObject({ code: "session.not-found" });
});
