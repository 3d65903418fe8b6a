import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { Markdown } from "../../text/markdown.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";

const LONG_CHARS = 900;

/** What is asked for, and the checklist of whoever does it. */
export function DescriptionCard({ task }: { readonly task: TaskDetail }): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = task.description.length > LONG_CHARS;
  return (
    <Card padding="flush">
      <div className={cx("relative px-4 py-3", isLong && !isWhole && "max-h-52 overflow-hidden")}>
        {task.description === "" ? (
          <p className="text-sm text-soft">No description.</p>
        ) : (
          <Markdown text={task.description} />
        )}
        {isLong && !isWhole && (
          <div aria-hidden className="absolute inset-x-0 bottom-0 h-16 bg-linear-to-t from-panel to-transparent" />
        )}
      </div>
      {isLong && (
        <Button
          look="quiet"
          size="sm"
          className="w-full !rounded-none border-t border-line"
          aria-expanded={isWhole}
          icon={<ChevronDown className={cx("size-3.5 transition-transform", isWhole && "rotate-180")} aria-hidden />}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show less" : "Show all of it"}
        </Button>
      )}
      {task.subtasks.length > 0 && <Checklist task={task} />}
    </Card>
  );
}

function Checklist({ task }: { readonly task: TaskDetail }): ReactNode {
  const counting = task.subtasks.filter(({ status }) => status !== "cancelled");
  const done = counting.filter(({ status }) => status === "completed").length;
  return (
    <details className="border-t border-line" open={done < counting.length}>
      <summary className="touch-target flex items-center gap-3 px-4 py-2 text-sm">
        <span className="font-medium">Checklist</span>
        <span className="text-xs text-soft tabular-nums">
          {done} of {counting.length}
        </span>
        <progress
          value={done}
          max={Math.max(counting.length, 1)}
          aria-label="Checklist"
          className="progress h-1 w-24"
        />
      </summary>
      <ul className="flex flex-col gap-1 px-4 pb-3">
        {task.subtasks.map((subtask) => (
          <li key={subtask.id} className="flex gap-2 text-sm">
            <input
              type="checkbox"
              disabled
              checked={subtask.status === "completed"}
              aria-label={subtask.status}
              className="mt-1 accent-accent"
            />
            <span
              className={cx(
                "min-w-0 foreign-text",
                subtask.status !== "pending" && "text-soft",
                subtask.status === "cancelled" && "line-through",
              )}
            >
              {safeText(subtask.title)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
