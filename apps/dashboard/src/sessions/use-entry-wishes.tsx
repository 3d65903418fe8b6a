import { type ReactNode, useState } from "react";
import type { Session } from "../api/queries/context.ts";
import type { HistoryRow } from "../context/history-rows.ts";
import type { EntryWish } from "./entry-menu.tsx";
import { ForkSession } from "./fork-session.tsx";
import { LabelEntry } from "./label-entry.tsx";
import { useSessionAct } from "./use-session-act.ts";

type Asked = { readonly wish: "fork" | "label"; readonly row: HistoryRow };

/** Does what is wished of an entry: at once, or after asking. The node is where it asks; it outlives the line that scrolls away. */
export function useEntryWishes(
  session: Session,
  rows: readonly HistoryRow[],
): {
  readonly wish: (wish: EntryWish, row: HistoryRow) => void;
  readonly node: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();
  const { run } = useSessionAct(session);
  const wish = (wanted: EntryWish, row: HistoryRow): void => {
    switch (wanted) {
      case "pin":
      case "unpin":
        return run({ kind: "pin", entry: row.line, isPinned: wanted === "pin" });
      case "revert":
        return run({ kind: "revert", entry: row.line });
      case "fork":
      case "label":
        return setAsked({ wish: wanted, row });
    }
  };
  const close = (): void => setAsked(undefined);
  const node =
    asked === undefined ? null : asked.wish === "fork" ? (
      <ForkSession session={session} entry={asked.row.line} onClose={close} />
    ) : (
      <LabelEntry
        session={session}
        entry={asked.row.line}
        label={rows.find(({ line }) => line.id === asked.row.line.id)?.label}
        onClose={close}
      />
    );
  return { wish, node };
}
