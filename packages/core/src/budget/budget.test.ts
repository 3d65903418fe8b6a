import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { planBudget } from "./budget.ts";

fact("M1", "a window of 200,000 with 64,000 output, system 12,000 and tools 8,000 leaves 86,000 for messages", () => {
  const budget = planBudget(
    { windowTokens: 200_000, maxOutputTokens: 64_000 },
    { systemTokens: 12_000, toolsTokens: 8_000 },
  );
  expect(budget).toMatchObject({ outputReserveTokens: 64_000, safetyTokens: 30_000, messageTokens: 86_000 });
});

fact("M4", "of an unknown model 64,000 and 16,384 are assumed", () => {
  expect(planBudget({}, { systemTokens: 1, toolsTokens: 0 })).toMatchObject({
    windowTokens: 64_000,
    outputReserveTokens: 16_384,
    safetyTokens: 9_600,
    messageTokens: 38_015,
  });
});

fact("M6", "a window of a million keeps its whole output and 30,000 of margin", () => {
  expect(
    planBudget({ windowTokens: 1_000_000, maxOutputTokens: 128_000 }, { systemTokens: 0, toolsTokens: 0 }),
  ).toMatchObject({ outputReserveTokens: 128_000, safetyTokens: 30_000 });
});

test("a reply is never given more than 40 % of the window", () => {
  const budget = planBudget({ windowTokens: 10_001, maxOutputTokens: 64_000 }, { systemTokens: 0, toolsTokens: 0 });
  expect(budget).toMatchObject({ outputReserveTokens: 4_000, safetyTokens: 1_501, messageTokens: 4_500 });
});

fact("M7", "one message may show an eighth of the budget in characters, and never less than 2,000", () => {
  const prompt = { systemTokens: 12_000, toolsTokens: 8_000 };
  expect(planBudget({ windowTokens: 200_000, maxOutputTokens: 64_000 }, prompt).messageCapChars).toBe(10_750);
  expect(planBudget({ windowTokens: 30_000 }, prompt).messageCapChars).toBe(2_000);
});
