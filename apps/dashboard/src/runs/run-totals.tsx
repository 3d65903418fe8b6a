import type { ReactNode } from "react";
import type { RunDetail } from "../api/queries/work.ts";
import { counted, money, percent, shortCount } from "../format/numbers.ts";
import { shortDuration } from "../format/time.tsx";
import { useSecondsSince } from "../format/use-seconds.ts";
import { isOpenRun } from "./run-words.ts";

/** What a run took so far: calls, tokens, time, money. */
export function RunTotals({ run }: { readonly run: RunDetail }): ReactNode {
  const { input, cached, output } = run.tokens;
  const facts = [
    counted(run.modelCalls, "model call"),
    `${shortCount(input)} tokens in${input > 0 ? ` (${percent(cached / input)} cached)` : ""}`,
    `${shortCount(output)} out`,
    run.isSimulated ? "$0, simulated" : money(run.costMicros),
  ];
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-soft tabular-nums">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <Lasted run={run} />
    </p>
  );
}

function Lasted({ run }: { readonly run: RunDetail }): ReactNode {
  const isRunning = isOpenRun(run.status) && run.startedAt !== null;
  const seconds = useSecondsSince(isRunning && run.startedAt !== null ? Date.parse(run.startedAt) : undefined);
  if (run.startedAt === null) return <span>not started</span>;
  const ms = run.endedAt === null ? seconds * 1_000 : Date.parse(run.endedAt) - Date.parse(run.startedAt);
  return <span>{shortDuration(ms)}</span>;
}
