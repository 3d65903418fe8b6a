import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { reviewRequest } from "./briefs.fixture.ts";
import { converse, type Setting, user } from "./conversation.fixture.ts";
import { Office } from "./office.fixture.ts";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";

let simulator: ProviderSimulator;
let client: Anthropic;
let office: Office;

beforeAll(async () => {
  simulator = createProviderSimulator({ now: () => new Date(0), pace: 0 });
  client = new Anthropic({ apiKey: "sim", baseURL: await simulator.listen(), maxRetries: 0 });
});
afterAll(() => simulator.close());
beforeEach(() => {
  office = new Office();
  office.status = "review";
  office.write("out/sum.json", '{"sum":3}\n');
});
afterEach(() => office.close());

const review = (request: string, more: Partial<Setting> = {}) => converse({ client, office, ...more }, [user(request)]);
const DELIVERABLES = ["out/sum.json"];

test("green checks and readable deliverables are accepted, with what was verified", async () => {
  await review(reviewRequest({ deliverables: DELIVERABLES, checks: "- [passed] sum is right: 3" }));
  expect(office.calls).toEqual(["task_get", "file_read", "task_update"]);
  expect(office.updates).toEqual([{ status: "completed", note: expect.stringContaining("check sum is right: 3") }]);
  expect(office.updates[0]?.note).toContain("read out/sum.json (10 bytes)");
});

test("a failed check sends the work back, quoted word for word", async () => {
  const checks = "- [passed] json: ok\n- [failed] has rows: expected 4 rows\n  got 3\n  exit code: 1";
  const { texts } = await review(reviewRequest({ deliverables: DELIVERABLES, checks }));
  expect(office.updates).toHaveLength(1);
  expect(office.updates[0]?.status).toBe("in_progress");
  expect(office.updates[0]?.note).toContain("check has rows: expected 4 rows\n  got 3\n  exit code: 1");
  expect(texts.at(-1)).toContain("sent back");
});

test("the acceptance command of the description is run and decides", async () => {
  const description = "Create a file.\n\nAcceptance: run `grep -q '\"sum\":4' out/sum.json`.";
  await review(reviewRequest({ deliverables: DELIVERABLES, description }));
  expect(office.updates[0]).toMatchObject({ status: "in_progress", note: expect.stringContaining("exit code: 1") });
  await review(reviewRequest({ deliverables: DELIVERABLES, description: description.replace("4", "3") }));
  expect(office.updates[1]?.status).toBe("completed");
});

test("a deliverable that cannot be read sends the work back", async () => {
  await review(reviewRequest({ deliverables: ["out/missing.json"] }));
  expect(office.updates[0]).toMatchObject({
    status: "in_progress",
    note: expect.stringContaining("out/missing.json does not exist"),
  });
});

test("a verdict is given once: a refusal is told, an interruption is looked at", async () => {
  office.intercept = (name) =>
    name === "task_update" ? { text: "Only the reviewer may decide.", isError: true } : undefined;
  const refused = await review(reviewRequest({ deliverables: DELIVERABLES }));
  expect(office.calls.filter((name) => name === "task_update")).toHaveLength(1);
  expect(refused.texts.at(-1)).toContain("Only the reviewer may decide.");
  let interruptions = 0;
  office.intercept = (name, input) => {
    if (name !== "task_update" || interruptions > 0) return undefined;
    interruptions += 1;
    office.run(name, input);
    return { text: "interrupted: check before you repeat it.", isError: true };
  };
  await review(reviewRequest({ deliverables: DELIVERABLES }));
  expect(office.updates).toHaveLength(1);
});
