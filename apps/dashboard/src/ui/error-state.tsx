import { RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { explainProblem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { safeText } from "../text/safe-text.ts";

type ErrorStateProps = {
  readonly error: unknown;
  /** What was being done, as it goes on after "could not": "load the board". */
  readonly doing: string;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
};

/** Something failed: what happened, what was tried, what can be done. However much it quotes, its button stays within a column's height. */
export function ErrorState({ error, doing, onRetry, isRetrying }: ErrorStateProps): ReactNode {
  const { happened, tried, remedy } = explainProblem(error);
  return (
    <div role="alert" className="m-4 flex flex-col gap-3 rounded-md border border-line bg-bad-soft p-4 text-sm">
      <div className="flex gap-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        <div className="min-w-0 foreign-text">
          <p className="line-clamp-3 font-semibold text-bad">Could not {safeText(doing)}</p>
          <p className="mt-1 line-clamp-6 text-ink">{safeText(happened)}</p>
          {tried !== undefined && <p className="mt-1 line-clamp-3 text-soft">{safeText(tried)}</p>}
          {remedy !== undefined && <p className="mt-1 line-clamp-3 text-soft">{safeText(remedy)}</p>}
        </div>
      </div>
      {onRetry !== undefined && (
        <div className="pl-7">
          <Button
            size="sm"
            isBusy={isRetrying ?? false}
            onClick={onRetry}
            icon={<RefreshCw className="size-3.5" aria-hidden />}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
