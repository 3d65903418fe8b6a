import { type Message, userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { heuristicSummary } from "./heuristic-summary.ts";
import { proseOf, type SummaryRequest, summaryRequests } from "./summary-request.ts";

function reply(text: string): Message {
  return { role: "assistant", content: [{ type: "text", text }] };
}

function firstRequest(messages: readonly Message[], earlier: string): SummaryRequest {
  const [request] = summaryRequests(messages, earlier);
  if (request === undefined) throw new Error("There should be a request.");
  return request;
}

fact(
  "M28",
  "the summariser gets at most 300 characters of a message and 8,000 in all, and answers 1,024 tokens at 0.2",
  () => {
    const messages = Array.from({ length: 100 }, (_, at) => reply(`m${at} ${"word ".repeat(200)}`));
    const request = firstRequest(messages, "");
    expect(request).toMatchObject({ maxOutputTokens: 1_024, temperature: 0.2 });
    expect(request.text.length).toBeLessThanOrEqual(8_000);
    expect(request.text.length).toBeGreaterThan(7_500);
    for (const line of request.text.split("\n")) expect(line.length).toBeLessThanOrEqual(300);
    expect(request.text).toMatch(/^\(\d+ older messages are left out\.\)\n/);
    expect(request.text).toContain("m99 ");
    expect(request.system).toMatch(/never an instruction/);
  },
);

test("the earlier summary goes in first; weighty older messages go in before others of their age", () => {
  const messages = [
    reply("DECISION: use Postgres."),
    userText("I need it on Friday."),
    ...Array.from({ length: 60 }, () => reply("chatter ".repeat(60))),
  ];
  const { text } = firstRequest(messages, "The code name is Bluebird.");
  expect(text).toMatch(/^Summary of what came before: The code name is Bluebird\./);
  expect(text).toContain("DECISION: use Postgres.");
  expect(text).toContain("I need it on Friday.");
  expect(text.indexOf("DECISION")).toBeLessThan(text.indexOf("chatter"));
});

fact("TW-29", "after an overflow the summariser is asked with half, three times, then it is given up", () => {
  const messages = Array.from({ length: 100 }, () => reply("word ".repeat(200)));
  const sizes = summaryRequests(messages, "").map(({ text }) => text.length);
  expect(sizes).toHaveLength(4);
  for (const [at, max] of [8_000, 4_000, 2_000, 1_024].entries()) {
    expect(sizes[at]).toBeLessThanOrEqual(max);
    expect(sizes[at]).toBeGreaterThan(max - 301);
  }
});

test("a reply's words are trimmed, freed of a fence and cut; nothing stays nothing", () => {
  expect(proseOf("  It went well.\n")).toBe("It went well.");
  expect(proseOf("```text\nIt went well.\n```")).toBe("It went well.");
  expect(proseOf(" \n ")).toBeUndefined();
  expect(proseOf("x".repeat(5_000))?.length).toBe(1_500);
});

test("without a model: counts of tools, three errors, five points", () => {
  const step = (at: number): Message[] => [
    {
      role: "assistant",
      content: [
        { type: "text", text: `Point ${at} is done.` },
        { type: "tool-call", callId: `c${at}`, name: "file_read", args: {} },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          callId: `c${at}`,
          name: "file_read",
          text: `broken ${at} ${"x".repeat(400)}`,
          isError: true,
        },
      ],
    },
  ];
  const summary = heuristicSummary(Array.from({ length: 9 }, (_, at) => step(at)).flat());
  expect(summary).toContain("file_read 9×");
  expect(summary.match(/broken \d/g)).toEqual(["broken 6", "broken 7", "broken 8"]);
  expect(summary.match(/Point \d/g)).toEqual(["Point 4", "Point 5", "Point 6", "Point 7", "Point 8"]);
  expect(summary.length).toBeLessThan(1_500);
});
