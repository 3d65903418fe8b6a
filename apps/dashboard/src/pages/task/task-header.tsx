import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TaskDetail, TaskMove } from "../../api/queries/tasks.ts";
import { NextMover } from "../../tasks/next-mover.tsx";
import { StatusIcon } from "../../tasks/status-icon.tsx";
import { MOVE_WORDS, STATUS_WORDS } from "../../tasks/task-words.ts";
import { useAskMove } from "../../tasks/use-ask-move.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { EditTaskButton } from "./edit-task.tsx";
import { StartOverDialog } from "./start-over-dialog.tsx";

const MOST_BUTTONS = 2;

/** What a task is, how it stands, and the moves that whoever looks can make. */
export function TaskHeader({ task }: { readonly task: TaskDetail }): ReactNode {
  const { ask, node } = useAskMove();
  const buttons = task.moves.filter((move) => MOVE_WORDS[move].look !== "danger").slice(0, MOST_BUTTONS);
  const others = task.moves.filter((move) => !buttons.includes(move));
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex items-center gap-1.5 text-xs text-faint">
            <Link to="/board" className="hover:text-ink hover:underline">
              Board
            </Link>
            <span aria-hidden>/</span>
            {task.parent !== null && (
              <>
                <Link
                  to={`/tasks/${task.parent.id}`}
                  className="hover:text-ink hover:underline"
                  title={safeText(task.parent.title)}
                >
                  {task.parent.key}
                </Link>
                <span aria-hidden>/</span>
              </>
            )}
            <span className="tabular-nums">{task.key}</span>
          </p>
          <h1 className="mt-1 text-xl font-semibold tracking-tight foreign-text">{safeText(task.title)}</h1>
        </div>
        <div className="flex items-center gap-2">
          {buttons.map((move) => (
            <Button
              key={move}
              look={MOVE_WORDS[move].look === "primary" ? "primary" : "neutral"}
              onClick={() => ask(task, [move])}
            >
              {MOVE_WORDS[move].label}
            </Button>
          ))}
          <EditTaskButton task={task} />
          {others.length > 0 && <OtherMoves task={task} moves={others} onMove={(move) => ask(task, [move])} />}
        </div>
      </div>
      <StandLine task={task} />
      {node}
    </header>
  );
}

type OtherMovesProps = {
  readonly task: TaskDetail;
  readonly moves: readonly TaskMove[];
  readonly onMove: (move: TaskMove) => void;
};

function OtherMoves({ task, moves, onMove }: OtherMovesProps): ReactNode {
  const [isStartingOver, setIsStartingOver] = useState(false);
  return (
    <>
      <Menu
        label="Other moves"
        trigger={<IconButton label="Other moves" look="neutral" icon={<Ellipsis className="size-4" aria-hidden />} />}
      >
        {task.status === "in_progress" && (
          <MenuItem onSelect={() => setIsStartingOver(true)}>Start over in a new round…</MenuItem>
        )}
        {moves.map((move) => (
          <MenuItem
            key={move}
            look={MOVE_WORDS[move].look === "danger" ? "danger" : "plain"}
            onSelect={() => onMove(move)}
          >
            {MOVE_WORDS[move].label}
          </MenuItem>
        ))}
      </Menu>
      {isStartingOver && <StartOverDialog task={task} onClose={() => setIsStartingOver(false)} />}
    </>
  );
}

/** Status, round, and what moves it next; a blocked task says by what. */
function StandLine({ task }: { readonly task: TaskDetail }): ReactNode {
  const { label, tone } = STATUS_WORDS[task.status];
  // It is told once, in whole: the line of the next mover would say the same.
  const reason = task.status === "blocked" ? (task.blockedReason ?? "") : "";
  const openBlockers = task.blockers.filter(({ status }) => status !== "completed" && status !== "archived");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone} icon={<StatusIcon status={task.status} />}>
        {label}
      </Badge>
      {task.round > 1 && <Badge>Round {task.round}</Badge>}
      {task.isWaitingForSchedule && <Badge>Waits for its time</Badge>}
      {task.nextMover !== null && (
        <NextMover mover={reason === "" ? task.nextMover : { ...task.nextMover, reason: null }} />
      )}
      {reason !== "" && (
        <p className="w-full rounded-md bg-bad-soft px-3 py-2 text-sm text-bad foreign-text">{safeText(reason)}</p>
      )}
      {openBlockers.map((blocker) => (
        <Link
          key={blocker.id}
          to={`/tasks/${blocker.id}`}
          className="inline-flex items-center gap-1.5 rounded-xs bg-bad-soft px-1.5 py-0.5 text-2xs font-medium text-bad hover:underline"
        >
          Waits for {blocker.key}
        </Link>
      ))}
    </div>
  );
}
