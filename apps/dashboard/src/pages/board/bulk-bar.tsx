import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { agents } from "../../api/queries/organization.ts";
import type { Task, TaskMove } from "../../api/queries/tasks.ts";
import { counted } from "../../format/numbers.ts";
import { MOVE_WORDS, PRIORITY_WORDS } from "../../tasks/task-words.ts";
import { type BulkChange, useBulkChange } from "../../tasks/use-bulk-change.ts";
import { movesOf } from "../../tasks/use-move-task.ts";
import type { Selection } from "../../tasks/use-selection.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Menu, MenuItem, MenuLabel } from "../../ui/menu.tsx";

/** What can be done with all selected tasks at once. */
export function BulkBar({ selection }: { readonly selection: Selection }): ReactNode {
  const tasks = [...selection.tasks.values()];
  const [asked, setAsked] = useState<BulkChange>();
  const change = useBulkChange(selection.clear);
  const make = (next: BulkChange): void => {
    if (next.kind === "move" && MOVE_WORDS[next.move].warning !== undefined) setAsked(next);
    else change.mutate({ tasks, change: next });
  };
  if (tasks.length === 0) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-20 z-30 flex justify-center px-4 md:bottom-6">
      <div
        role="toolbar"
        aria-label={`${counted(tasks.length, "task")} selected`}
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-lg bg-raised p-2 pl-4 shadow-overlay animate-rise"
      >
        <span className="text-sm font-medium tabular-nums">{tasks.length} selected</span>
        <BulkMenus tasks={tasks} onChange={make} isBusy={change.isPending} />
        <IconButton label="Clear selection" icon={<X className="size-4" aria-hidden />} onClick={selection.clear} />
      </div>
      {asked?.kind === "move" && (
        <Confirm
          isOpen
          onOpenChange={() => setAsked(undefined)}
          title={`${MOVE_WORDS[asked.move].label}: ${counted(tasks.length, "task")}`}
          confirmLabel={MOVE_WORDS[asked.move].label}
          onConfirm={() => {
            change.mutate({ tasks, change: asked });
            setAsked(undefined);
          }}
        >
          <p>{MOVE_WORDS[asked.move].warning}</p>
          <p>{tasks.map(({ key }) => key).join(", ")}</p>
        </Confirm>
      )}
    </div>
  );
}

type BulkMenusProps = {
  readonly tasks: readonly Task[];
  readonly onChange: (change: BulkChange) => void;
  readonly isBusy: boolean;
};

function BulkMenus({ tasks, onChange, isBusy }: BulkMenusProps): ReactNode {
  const agentList = useQuery(agents).data?.data ?? [];
  const moves = commonMoves(tasks);
  return (
    <>
      <Menu
        label="Move"
        trigger={
          <Button size="sm" isBusy={isBusy}>
            Move to…
          </Button>
        }
      >
        {moves.length === 0 && <MenuLabel>They have no move in common.</MenuLabel>}
        {moves.map((move) => (
          <MenuItem key={move} onSelect={() => onChange({ kind: "move", move })}>
            {MOVE_WORDS[move].label}
          </MenuItem>
        ))}
      </Menu>
      <Menu label="Priority" trigger={<Button size="sm">Priority</Button>}>
        {(["critical", "high", "medium", "low"] as const).map((priority) => (
          <MenuItem key={priority} onSelect={() => onChange({ kind: "priority", priority })}>
            {PRIORITY_WORDS[priority]}
          </MenuItem>
        ))}
      </Menu>
      <Menu label="Assignee" trigger={<Button size="sm">Assign to…</Button>}>
        {agentList.map((agent) => (
          <MenuItem key={agent.id} onSelect={() => onChange({ kind: "assign", agentId: agent.id })}>
            {agent.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The moves that every one of these can make and that need no words of its own. */
function commonMoves(tasks: readonly Task[]): TaskMove[] {
  const [first, ...others] = tasks;
  if (first === undefined) return [];
  const isCommon = (move: TaskMove): boolean => others.every(({ status }) => movesOf(status).includes(move));
  return movesOf(first.status).filter((move) => MOVE_WORDS[move].note?.isRequired !== true && isCommon(move));
}
