import { Ellipsis, GitFork, Pin, PinOff, Tag, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { HistoryRow } from "../context/history-rows.ts";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import type { SessionRights } from "./session-rights.ts";

/** What can be asked for about an entry of the log. */
export type EntryWish = "pin" | "unpin" | "label" | "fork" | "revert";

type EntryMenuProps = {
  readonly row: HistoryRow;
  readonly rights: Exclude<SessionRights, "read">;
  /** Nothing of the log comes after it. */
  readonly isLast: boolean;
  readonly onWish: (wish: EntryWish, row: HistoryRow) => void;
};

/** What may be done with one entry of a session's log. */
export function EntryMenu({ row, rights, isLast, onWish }: EntryMenuProps): ReactNode {
  const { line, isPinned, label, state } = row;
  const icon = "size-4 text-faint";
  const ask = (wish: EntryWish) => () => onWish(wish, row);
  return (
    <Menu
      label={`About entry ${line.seq}`}
      trigger={<IconButton label={`More about entry ${line.seq}`} icon={<Ellipsis className="size-4" aria-hidden />} />}
    >
      {rights === "change" && (
        <>
          <MenuItem
            icon={isPinned ? <PinOff className={icon} aria-hidden /> : <Pin className={icon} aria-hidden />}
            onSelect={ask(isPinned ? "unpin" : "pin")}
          >
            {isPinned ? "Unpin" : "Pin: keep it in the prompt"}
          </MenuItem>
          <MenuItem icon={<Tag className={icon} aria-hidden />} onSelect={ask("label")}>
            {label === undefined ? "Label…" : "Change its label…"}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<GitFork className={icon} aria-hidden />} onSelect={ask("fork")}>
        Fork from here…
      </MenuItem>
      {rights === "change" && state !== "left" && !isLast && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Undo2 className={icon} aria-hidden />} onSelect={ask("revert")}>
            Take the session back to here
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
