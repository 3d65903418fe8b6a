import { DEFAULT_AGENT_SETTINGS } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { compactionPolicy, maxMessagesOf } from "./compaction-policy.ts";

test("small and unknown windows are compacted by the count of messages too, large ones by the budget alone", () => {
  for (const window of [undefined, 32_000, 127_999]) {
    expect(compactionPolicy(window)).toEqual({ kind: "ladder", maxMessages: 60 });
  }
  for (const window of [128_000, 1_000_000]) {
    expect(compactionPolicy(window)).toEqual({ kind: "ladder", maxMessages: "off" });
  }
});

test("what an admin set holds for every window", () => {
  for (const compactAboveMessages of [100, "off"] as const) {
    for (const window of [undefined, 200_000]) {
      const policy = compactionPolicy(window, { ...DEFAULT_AGENT_SETTINGS, compactAboveMessages });
      expect(maxMessagesOf(policy)).toBe(compactAboveMessages);
    }
  }
});

fact("TW-26", "with compactions switched off none is due, whatever the count of messages says", () => {
  const policy = compactionPolicy(32_000, { ...DEFAULT_AGENT_SETTINGS, compactsSessions: false });
  expect(policy).toEqual({ kind: "off" });
  expect(maxMessagesOf(policy)).toBe("off");
});
