import OpenAI from "openai";
import type { Responses } from "openai/resources/responses/responses";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";

type Block = Responses.ResponseInputText;
const PROSE = "You work carefully and say what you did. ".repeat(200);
let clockMs = Date.parse("2026-11-29T12:00:00Z");
let simulator: ProviderSimulator;
let client: OpenAI;
let keys = 0;

beforeAll(async () => {
  const policy = () => ({ blocks: [{ type: "text" as const, text: "Yes." }] });
  simulator = createProviderSimulator({ now: () => new Date(clockMs), pace: 0, policy });
  client = new OpenAI({ apiKey: "sim", baseURL: `${await simulator.listen()}/v1`, maxRetries: 0 });
});
afterAll(() => simulator.close());

const plain = (text: string): Block => ({ type: "input_text", text });
const marked = (text: string, ttl?: "30m" | "12h"): Block => ({
  ...plain(text),
  prompt_cache_breakpoint: { mode: "explicit", ...(ttl !== undefined && { ttl }) },
});

/** Asks explicitly cached in a fresh cache; the returned function asks again in the same one. */
function asker() {
  const prompt_cache_key = `key-${(keys += 1)}`;
  return async (...content: Block[]) => {
    const { usage } = await client.responses.create({
      model: "gpt-5.6-luna",
      store: false,
      prompt_cache_key,
      prompt_cache_options: { mode: "explicit", ttl: "30m" },
      input: [{ role: "user", content }],
    });
    const details = usage?.input_tokens_details;
    return {
      read: details?.cached_tokens ?? -1,
      written: details?.cache_write_tokens ?? -1,
      long: details?.cache_write_tokens_details?.ttl_12h_tokens ?? -1,
    };
  };
}

test("a prefix is read at a breakpoint of the request alone, however many blocks lie behind it", async () => {
  const ask = asker();
  const { written } = await ask(marked(PROSE), plain("one"));
  expect(written).toBeGreaterThan(1_024);
  expect(await ask(marked(PROSE), plain("two"))).toMatchObject({ read: written, written: 0 });
  expect(await ask(plain(PROSE), plain("two"))).toMatchObject({ read: 0, written: 0 });
  const far = Array.from({ length: 60 }, (_none, at) => plain(`Block ${at}.`));
  const later = await ask(marked(PROSE), ...far, marked("End."));
  expect(later.read).toBe(written);
  expect(later.written).toBeGreaterThan(0);
  expect((await ask(plain(PROSE), ...far, marked("End."))).read).toBe(written + later.written);
});

test("without a breakpoint nothing is cached", async () => {
  const ask = asker();
  expect(await ask(plain(PROSE))).toMatchObject({ read: 0, written: 0 });
  expect(await ask(plain(PROSE))).toMatchObject({ read: 0, written: 0 });
});

test("the latest four breakpoints are written", async () => {
  const ask = asker();
  const blocks = ["a", "b", "c", "d", "e"].map((name) => marked(`${name} ${PROSE}`));
  await ask(...blocks);
  expect((await ask(...blocks.slice(0, 1), plain("?"))).read).toBe(0);
  expect((await ask(...blocks.slice(0, 2), plain("?"))).read).toBeGreaterThan(1_024);
});

test.each([
  [79, true],
  [80, false],
])("a prefix with %i breakpoints behind it is found: %s", async (behind, isFound) => {
  const ask = asker();
  await ask(marked(PROSE));
  const more = Array.from({ length: behind }, (_none, at) => marked(`Block ${at}.`));
  expect((await ask(marked(PROSE), ...more)).read > 0).toBe(isFound);
});

test("a breakpoint lives for thirty minutes, or for twelve hours at a price of its own", async () => {
  const ask = asker();
  const long = await ask(marked(PROSE, "12h"), marked(PROSE));
  expect(long.long).toBeGreaterThan(1_024);
  expect(long.written).toBeGreaterThan(long.long);
  clockMs += 31 * 60_000;
  expect((await ask(marked(PROSE, "12h"), marked(PROSE))).read).toBe(long.long);
});

const refusals: readonly (readonly [string, object, object])[] = [
  [
    "cache options on an older model",
    { model: "simulated-worker-1", prompt_cache_options: { mode: "explicit" } },
    { param: "prompt_cache_options", code: "unsupported_parameter" },
  ],
  [
    "a breakpoint on an older model",
    { model: "simulated-worker-1", input: [{ role: "user", content: [marked("Hi.")] }] },
    { param: "input[0].content[0].prompt_cache_breakpoint", code: "unsupported_parameter" },
  ],
  ["another lifetime", { prompt_cache_options: { ttl: "1h" } }, { param: "prompt_cache_options.ttl" }],
  ["another mode", { prompt_cache_options: { mode: "never" } }, { param: "prompt_cache_options.mode" }],
  [
    "a breakpoint on a reply",
    { input: [{ role: "assistant", content: [{ ...marked("Hi."), type: "output_text" }] }] },
    { code: "unknown_parameter" },
  ],
];

test.each(refusals)("%s is refused with 400", async (_what, more, failure) => {
  const call = client.responses.create({ model: "gpt-5.6-luna", input: "Hello", store: false, ...more });
  await expect(call).rejects.toMatchObject({ status: 400, ...failure });
});
