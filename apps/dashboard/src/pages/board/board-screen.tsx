import { type ReactNode, useMemo } from "react";
import { useMay } from "../../people/use-may.ts";
import { useNames } from "../../people/use-names.ts";
import { useSearchWords } from "../../shell/use-search-words.ts";
import { useAskMove } from "../../tasks/use-ask-move.tsx";
import { useNextMovers } from "../../tasks/use-next-movers.ts";
import { useSelection } from "../../tasks/use-selection.ts";
import { PageFrame } from "../page-frame.tsx";
import { BoardColumns } from "./board-columns.tsx";
import { filterOf, statusesOf, viewOf } from "./board-filter.ts";
import { BoardToolbar } from "./board-toolbar.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { TaskList } from "./task-list.tsx";
import { useBoardKeys } from "./use-board-keys.ts";

/** All tasks, by state or as a list. What narrows them stands in the address. */
export function BoardScreen(): ReactNode {
  const words = useSearchWords();
  const filter = useMemo(() => filterOf(words), [words]);
  const statuses = useMemo(() => statusesOf(words), [words]);
  const { ask, node } = useAskMove();
  const names = useNames();
  const movers = useNextMovers();
  const selection = useSelection();
  useBoardKeys(selection);
  const rights = useMay("member") ? ("change" as const) : ("read" as const);
  const shared = { names, movers, selection, rights, onMove: ask };
  return (
    <PageFrame title="Board" width="full" actions={<BoardToolbar />}>
      {viewOf(words) === "list" ? (
        <TaskList filter={{ ...filter, status: statuses }} {...shared} />
      ) : (
        <BoardColumns filter={filter} {...shared} />
      )}
      <BulkBar selection={selection} />
      {node}
    </PageFrame>
  );
}
