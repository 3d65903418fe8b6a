import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ItemOf } from "../api/endpoint-types.ts";
import { nextMovers } from "../api/queries/tasks.ts";

export type TaskWithMover = ItemOf<"GET /next-movers">;

const NONE: ReadonlyMap<string, TaskWithMover> = new Map();

/** What moves each open task next, by task. The API tells it of the newest 200. */
export function useNextMovers(): ReadonlyMap<string, TaskWithMover> {
  const { data } = useQuery(nextMovers);
  return useMemo(() => (data === undefined ? NONE : new Map(data.data.map((each) => [each.taskId, each]))), [data]);
}
