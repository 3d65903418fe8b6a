import {
  Archive,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  CircleX,
  Hand,
  type LucideIcon,
  ScanEye,
} from "lucide-react";
import type { ReactNode } from "react";
import type { TaskStatus } from "../api/queries/tasks.ts";
import { STATUS_WORDS } from "./task-words.ts";

const ICONS: Readonly<Record<TaskStatus, { readonly icon: LucideIcon; readonly colour: string }>> = {
  pending: { icon: CircleDashed, colour: "!text-faint" },
  in_progress: { icon: CircleDotDashed, colour: "!text-info" },
  blocked: { icon: Hand, colour: "!text-bad" },
  review: { icon: ScanEye, colour: "!text-violet" },
  completed: { icon: CircleCheck, colour: "!text-good" },
  failed: { icon: CircleAlert, colour: "!text-bad" },
  rejected: { icon: Ban, colour: "!text-faint" },
  cancelled: { icon: CircleX, colour: "!text-faint" },
  archived: { icon: Archive, colour: "!text-faint" },
};

/** A task's status as a sign: each has its own shape, so that colour is never all there is. */
export function StatusIcon({ status }: { readonly status: TaskStatus }): ReactNode {
  const { icon: Icon, colour } = ICONS[status];
  return <Icon role="img" aria-label={STATUS_WORDS[status].label} className={`size-4 shrink-0 ${colour}`} />;
}
