import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { Markdown } from "../../text/markdown.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { Checklist } from "./checklist.tsx";

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
      <Checklist task={task} />
    </Card>
  );
}
