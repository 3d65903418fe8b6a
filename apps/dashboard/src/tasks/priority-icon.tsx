import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskPriority } from "../api/queries/tasks.ts";
import { PRIORITY_WORDS } from "./task-words.ts";

const ICONS: Readonly<Record<TaskPriority, { readonly icon: LucideIcon; readonly colour: string }>> = {
  critical: { icon: ChevronsUp, colour: "text-bad" },
  high: { icon: ChevronUp, colour: "text-warn" },
  medium: { icon: Equal, colour: "text-faint" },
  low: { icon: ChevronDown, colour: "text-faint" },
};

export function PriorityIcon({ priority }: { readonly priority: TaskPriority }): ReactNode {
  const { icon: Icon, colour } = ICONS[priority];
  return (
    <Icon role="img" aria-label={`${PRIORITY_WORDS[priority]} priority`} className={`size-3.5 shrink-0 ${colour}`} />
  );
}
