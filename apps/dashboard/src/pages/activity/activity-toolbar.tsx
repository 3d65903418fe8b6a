import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { agents, members } from "../../api/queries/organization.ts";
import { eventTypes } from "../../api/queries/settings.ts";
import { FilterSelect } from "../../ui/filter-select.tsx";

/** What narrows the feed. */
export function ActivityToolbar(): ReactNode {
  const types = useQuery(eventTypes).data?.data ?? [];
  const agentList = useQuery(agents).data?.data ?? [];
  const memberList = useQuery(members).data?.data ?? [];
  const topics = [...new Set(types.map(({ topic }) => topic))].toSorted();
  const actors = [
    ...memberList.map(({ personId, name }) => [personId, name] as const),
    ...agentList.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
      <FilterSelect
        word="topic"
        label="About"
        all="About anything"
        options={topics.map((topic) => [topic, topic.replaceAll("-", " ")] as const)}
      />
      <FilterSelect word="actor" label="Who" all="By anybody" options={actors} />
      <FilterSelect word="all" label="Detail" all="What matters" options={[["yes", "Every detail"]]} />
    </div>
  );
}
