import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

/** Where somebody is on a way of a few steps. */
export function StepLine({
  steps,
  current,
}: {
  readonly steps: readonly string[];
  readonly current: number;
}): ReactNode {
  return (
    <ol aria-label="Steps" className="mb-5 flex items-center gap-2 text-xs">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === current ? "step" : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden className="h-px w-5 bg-line-strong" />}
          <span
            aria-hidden
            className={cx(
              "grid size-5 place-items-center rounded-full text-2xs font-semibold",
              index <= current ? "bg-accent text-on-accent" : "bg-pressed text-soft",
            )}
          >
            {index < current ? <Check className="size-3" /> : index + 1}
          </span>
          <span className={index === current ? "font-medium" : "text-soft"}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
