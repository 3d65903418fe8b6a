import { Bell, Clock, Hand, type LucideIcon, Pause, Play, User } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskDetail } from "../api/queries/tasks.ts";
import { useNames } from "../people/use-names.ts";
import { safeText } from "../text/safe-text.ts";
import { cx } from "../ui/class-names.ts";

type Mover = NonNullable<TaskDetail["nextMover"]>;

const MOVERS: Readonly<
  Record<Mover["mover"], { readonly icon: LucideIcon; readonly label: string; readonly colour: string }>
> = {
  run: { icon: Play, label: "An agent is on it", colour: "text-info" },
  timer: { icon: Clock, label: "Waits for its time", colour: "text-soft" },
  person: { icon: User, label: "Waits for a person", colour: "text-warn" },
  blocker: { icon: Hand, label: "Waits for another task", colour: "text-soft" },
  paused: { icon: Pause, label: "Paused", colour: "text-soft" },
  none: { icon: Bell, label: "Nobody moves this", colour: "text-bad" },
};

/** Who or what moves a task next, in one line. */
export function NextMover({ mover, className }: { readonly mover: Mover; readonly className?: string }): ReactNode {
  const { icon: Icon, label, colour } = MOVERS[mover.mover];
  const reason = mover.reason ?? "";
  return (
    <span className={cx("inline-flex min-w-0 items-center gap-1.5 text-xs", colour, className)} title={label}>
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <bdi className="truncate">
        {PERSON_ID.test(reason) ? <Named reason={reason} /> : reason === "" ? label : sentence(safeText(reason))}
      </bdi>
    </span>
  );
}

const PERSON_ID = /\bper_[0-9a-z]{26}\b/;

/** A reason that names somebody by their id, with their name instead. */
function Named({ reason }: { readonly reason: string }): ReactNode {
  const names = useNames();
  return sentence(safeText(reason.replace(PERSON_ID, (id) => names("person", id))));
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
