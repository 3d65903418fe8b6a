import { ArrowRightLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { Task, TaskMove } from "../api/queries/tasks.ts";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { StatusIcon } from "./status-icon.tsx";
import { MOVE_WORDS, STATUS_WORDS } from "./task-words.ts";
import { movesOf, statusAfter } from "./use-move-task.ts";

type MoveMenuProps = {
  readonly task: Task;
  readonly onMove: (task: Task, moves: readonly TaskMove[]) => void;
  readonly className?: string;
};

/** Every place a task can go, for who does not drag. */
export function MoveMenu({ task, onMove, className }: MoveMenuProps): ReactNode {
  const moves = movesOf(task.status);
  return (
    <Menu
      label={`Move ${task.key}`}
      trigger={
        <IconButton
          label={`Move ${task.key} to…`}
          data-move-menu=""
          className={className ?? ""}
          icon={<ArrowRightLeft className="size-3.5" aria-hidden />}
        />
      }
    >
      <MenuLabel>Move to…</MenuLabel>
      {moves.length === 0 && <MenuLabel>It is at its end.</MenuLabel>}
      {moves.map((move) => {
        const to = statusAfter(task.status, move);
        return (
          <MenuItem
            key={move}
            icon={<StatusIcon status={to} />}
            hint={STATUS_WORDS[to].label}
            look={MOVE_WORDS[move].look === "danger" ? "danger" : "plain"}
            onSelect={() => onMove(task, [move])}
          >
            {MOVE_WORDS[move].label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
