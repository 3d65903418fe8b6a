import { type ReactNode, useState } from "react";
import type { Task, TaskMove } from "../api/queries/tasks.ts";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { MOVE_WORDS } from "./task-words.ts";
import { useMoveTask } from "./use-move-task.ts";

export type AskedMove = { readonly task: Task; readonly moves: readonly TaskMove[] };

type MoveDialogProps = { readonly asked: AskedMove; readonly onClose: () => void };

/** Asks before a move that needs words, cannot be taken back, or is one of several that lead to the same place. */
export function MoveDialog({ asked, onClose }: MoveDialogProps): ReactNode {
  const { task, moves } = asked;
  const [move, setMove] = useState(moves[0] ?? "cancel");
  const [note, setNote] = useState("");
  const makeMove = useMoveTask();
  const words = MOVE_WORDS[move];
  const isMissing = words.note?.isRequired === true && note.trim() === "";
  const confirm = (): void => {
    makeMove.mutate({ task, move, note: note.trim() });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="sm"
      title={moves.length > 1 ? `Move ${task.key}` : `${words.label}: ${task.key}`}
      description={safeText(task.title)}
      footer={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button look={words.look === "danger" ? "danger" : "primary"} disabled={isMissing} onClick={confirm}>
            {words.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {moves.length > 1 && <MoveChoice moves={moves} chosen={move} onChoose={setMove} />}
        {words.warning !== undefined && <p className="text-soft">{words.warning}</p>}
        {words.note !== undefined && (
          <TextArea label={words.note.label} value={note} onChange={(event) => setNote(event.target.value)} autoFocus />
        )}
        {words.note === undefined && words.warning === undefined && (
          <p className="text-soft">Its agents are told at once.</p>
        )}
      </div>
    </Dialog>
  );
}

type MoveChoiceProps = {
  readonly moves: readonly TaskMove[];
  readonly chosen: TaskMove;
  readonly onChoose: (move: TaskMove) => void;
};

function MoveChoice({ moves, chosen, onChoose }: MoveChoiceProps): ReactNode {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Move</legend>
      {moves.map((move) => (
        <label key={move} className="touch-target flex items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover">
          <input
            type="radio"
            name="move"
            checked={move === chosen}
            onChange={() => onChoose(move)}
            className="accent-accent"
          />
          {MOVE_WORDS[move].label}
        </label>
      ))}
    </fieldset>
  );
}
