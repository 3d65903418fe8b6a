import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";
import { liftedNote, taskBrief } from "./briefs.fixture.ts";
import { type Conversation, converse, user } from "./conversation.fixture.ts";
import { Office } from "./office.fixture.ts";

const BAD = "Create `a.txt` with `one`, then run `cat nowhere.txt`.";
const GOOD = "Create `a.txt` with `two`, then run `cat a.txt`.";

let simulator: ProviderSimulator;
let client: Anthropic;
let office: Office;

beforeAll(async () => {
  simulator = createProviderSimulator({ now: () => new Date("2026-11-29T12:00:00Z"), pace: 0 });
  client = new Anthropic({ apiKey: "sim", baseURL: await simulator.listen(), maxRetries: 0 });
});
afterAll(() => simulator.close());
beforeEach(() => {
  office = new Office();
});
afterEach(() => office.close());

const begin = (description: string) => converse({ client, office }, [user(taskBrief(description))]);

function goOn(before: Conversation, description?: string): Promise<Conversation> {
  office.status = "in_progress";
  return converse({ client, office }, [...before.messages, user(liftedNote(office.subtasks, description))]);
}

test("after its block was lifted the worker starts over from the description as it stands now", async () => {
  const blocked = await begin(BAD);
  expect(office.updates).toHaveLength(1);
  await goOn(blocked, GOOD);
  expect(office.read("a.txt")).toBe("two\n");
  expect(office.submits).toHaveLength(1);
  expect(office.updates).toHaveLength(1);
  expect(office.subtasks.find(({ title }) => title === "run cat nowhere.txt")?.status).toBe("cancelled");
});

test("it tries the same description again: what stopped it may be gone", async () => {
  const blocked = await begin(BAD);
  office.write("nowhere.txt", "here now\n");
  await goOn(blocked);
  expect(office.submits[0]?.["summary"]).toContain("here now");
});

test("what stopped it and still does blocks the task again, with a comment each time", async () => {
  const blocked = await begin(BAD);
  const again = await goOn(blocked);
  await goOn(again);
  expect(office.updates.map(({ status }) => status)).toEqual(["blocked", "blocked", "blocked"]);
  expect(office.comments).toHaveLength(3);
  expect(office.submits).toEqual([]);
});

test("paused by a person, it goes on where it was and repeats nothing", async () => {
  const description = "Run `echo one >> log.txt`, then run `echo two >> log.txt`, then run `cat log.txt`.";
  const paused = await converse({ client, office, maxReplies: 3 }, [user(taskBrief(description))]);
  await goOn(paused);
  expect(office.read("log.txt")).toBe("one\ntwo\n");
  expect(office.submits).toHaveLength(1);
});
