import { promptTokens } from "@cadre/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { usageOf } from "./wire-usage.ts";

const count = fc.option(fc.nat(), { nil: undefined });

test("whatever a server reports, no prompt token counts twice and thinking is part of the output", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.nat(),
      count,
      count,
      count,
      count,
      (prompt, output, cached, written, long, thinking) => {
        const details = {
          cached_tokens: cached,
          cache_write_tokens: written,
          cache_write_tokens_details: { ttl_12h_tokens: long },
        };
        const reports = [
          {
            input_tokens: prompt,
            input_tokens_details: details,
            output_tokens: output,
            output_tokens_details: { reasoning_tokens: thinking },
          },
          {
            prompt_tokens: prompt,
            prompt_tokens_details: details,
            completion_tokens: output,
            completion_tokens_details: { reasoning_tokens: thinking },
          },
        ];
        for (const report of reports) {
          const usage = usageOf(report);
          if (usage === undefined) throw new Error("Not read.");
          expect(promptTokens(usage)).toBe(prompt);
          expect(Math.min(...Object.values(usage))).toBeGreaterThanOrEqual(0);
          expect(usage.thinkingTokens).toBeLessThanOrEqual(usage.outputTokens);
        }
      },
    ),
  );
});

test.each([undefined, null, {}, { prompt_tokens: "many" }, { total_tokens: 5 }, { input_tokens: 0 }])(
  "%o counts nothing",
  (report) => {
    expect(usageOf(report)).toBeUndefined();
  },
);
