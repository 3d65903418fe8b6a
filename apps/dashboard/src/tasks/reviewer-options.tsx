import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { agents, members } from "../api/queries/organization.ts";
import type { Task } from "../api/queries/tasks.ts";
import { Choice } from "../ui/choice.tsx";

type Reviewer = Pick<Task, "reviewerKind" | "reviewerId">;

/** A reviewer as one word: `agent:…` or `person:…`. */
export function wordOfReviewer({ reviewerKind, reviewerId }: Reviewer): string {
  return `${reviewerKind}:${reviewerId}`;
}

export function reviewerOfWord(word: string): Reviewer {
  const [kind, reviewerId = ""] = word.split(":");
  return { reviewerKind: kind === "agent" ? "agent" : "person", reviewerId };
}

type ReviewerOptionsProps = {
  readonly assigneeId: string;
  /** Who is chosen: may be somebody who has left. */
  readonly chosen: string;
};

/** Everybody who may review what an agent does: people who may decide, and every other agent. */
export function ReviewerOptions({ assigneeId, chosen }: ReviewerOptionsProps): ReactNode {
  const people = (useQuery(members).data?.data ?? []).filter(({ role }) => role !== "viewer");
  const others = (useQuery(agents).data?.data ?? []).filter(({ id }) => id !== assigneeId);
  const isListed = [...people.map(({ personId }) => personId), ...others.map(({ id }) => id)].includes(
    reviewerOfWord(chosen).reviewerId,
  );
  return (
    <>
      {!isListed && <option value={chosen}>…</option>}
      <optgroup label="People">
        {people.map(({ personId, name }) => (
          <Choice key={personId} value={wordOfReviewer({ reviewerKind: "person", reviewerId: personId })}>
            {name}
          </Choice>
        ))}
      </optgroup>
      <optgroup label="Agents">
        {others.map(({ id, name }) => (
          <Choice key={id} value={wordOfReviewer({ reviewerKind: "agent", reviewerId: id })}>
            {name}
          </Choice>
        ))}
      </optgroup>
    </>
  );
}
