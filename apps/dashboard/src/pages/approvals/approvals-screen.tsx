import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pendingApprovals } from "../../api/queries/work.ts";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { PageFrame } from "../page-frame.tsx";
import { DecidedList } from "./decided-list.tsx";
import { PendingList } from "./pending-list.tsx";
import { StandingList } from "./standing-list.tsx";

/** What waits for a decision, what was decided, and what needs no decision any more. */
export function ApprovalsScreen(): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const count = useQuery(pendingApprovals).data?.data.length ?? 0;
  const tabs = [
    { id: "pending", label: count === 0 ? "Waiting" : `Waiting ${count}`, content: <PendingList /> },
    { id: "decided", label: "Decided", content: <DecidedList /> },
    { id: "standing", label: "Always allowed", content: <StandingList /> },
  ];
  const chosen = tabs.find(({ id }) => id === words["tab"])?.id ?? "pending";
  return (
    <PageFrame title="Approvals" subtitle="Exactly what would happen, and your word on it." width="reading">
      <Tabs label="Approvals" tabs={tabs} chosen={chosen} onChoose={(id) => set({ tab: id === "pending" ? "" : id })} />
    </PageFrame>
  );
}
