import fc from "fast-check";
import { expect, test } from "vitest";
import type { Agent } from "../api/queries/organization.ts";
import { type OrgNode, orgTree } from "./org-tree.ts";

function agent(id: string, managerId: string | null): Agent {
  return { id, managerId } as Agent;
}

const drawn = (nodes: readonly OrgNode[]): unknown =>
  nodes.map(({ agent: { id }, reports }) => (reports.length === 0 ? id : [id, drawn(reports)]));

test("everybody stands below their manager, and at the top without one", () => {
  const tree = orgTree([agent("ceo", null), agent("dev", "cto"), agent("cto", "ceo"), agent("lost", "gone")]);
  expect(drawn(tree)).toEqual([["ceo", [["cto", ["dev"]]]], "lost"]);
});

test("whatever the managers are, everybody is shown exactly once", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const manager = fc.constantFrom(null, "gone", ...ids);
  fc.assert(
    fc.property(fc.tuple(manager, manager, manager, manager, manager), (managers) => {
      const tree = orgTree(ids.map((id, index) => agent(id, managers[index] ?? null)));
      const shown = (nodes: readonly OrgNode[]): string[] =>
        nodes.flatMap((node) => [node.agent.id, ...shown(node.reports)]);
      expect(shown(tree).toSorted()).toEqual(ids);
    }),
  );
});
