import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { LlmProviderTest } from "../../../api/queries/settings.ts";
import { money } from "../../../format/numbers.ts";
import { shortDuration } from "../../../format/time.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { cx } from "../../../ui/class-names.ts";

/** What a real call to a provider said, in its own words. */
export function TestResult({ result }: { readonly result: LlmProviderTest }): ReactNode {
  const works = result.outcome === "works";
  const Icon = works ? CircleCheck : CircleX;
  const { failure } = result;
  const facts = [
    safeText(result.model),
    shortDuration(result.durationMs),
    works ? `${result.inputTokens} tokens in, ${result.outputTokens} out` : "",
    works ? money(result.costMicros) : "",
    failure === null ? "" : failure.kind.replaceAll(/[-_]/g, " "),
    failure?.status == null ? "" : `status ${failure.status}`,
    failure?.code == null ? "" : safeText(failure.code),
    failure?.retryAfterMs == null ? "" : `try again in ${shortDuration(failure.retryAfterMs)}`,
  ];
  return (
    <div className={cx("flex gap-2.5 rounded-md p-3 text-sm", works ? "bg-good-soft" : "bg-bad-soft")}>
      <Icon className={cx("mt-0.5 size-4 shrink-0", works ? "text-good" : "text-bad")} aria-hidden />
      <div className="min-w-0 foreign-text">
        <p className={cx("font-semibold", works ? "text-good" : "text-bad")}>
          {works ? "It works" : "It does not work"}
        </p>
        <p className="whitespace-pre-wrap text-ink">{safeText(result.message)}</p>
        <p className="mt-0.5 text-xs text-soft tabular-nums">{facts.filter(Boolean).join(" · ")}</p>
      </div>
    </div>
  );
}
