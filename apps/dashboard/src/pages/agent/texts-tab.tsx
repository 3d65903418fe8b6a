import { DOCUMENTS } from "@cadre/domain";
import { type ReactNode, useState } from "react";
import { useAgentChange } from "../../agents/use-agent-change.ts";
import { fieldError } from "../../api/problem.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { DocumentCard } from "../../documents/document-card.tsx";
import { LeaveQuestion } from "../../documents/leave-question.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Rights } from "./rights.ts";

const OF_AGENT = DOCUMENTS.filter(({ owner }) => owner === "agent");

/** What an agent reads of itself before every piece of work. */
export function TextsTab({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      {OF_AGENT.map(({ kind }) => (
        <DocumentCard key={kind} kind={kind} ownerId={agent.id} />
      ))}
      <Skills key={agent.skills.join(", ")} agent={agent} rights={rights} />
    </div>
  );
}

function Skills({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const before = agent.skills.join(", ");
  const [skills, setSkills] = useState(before);
  const change = useAgentChange(agent);
  return (
    <Card title="Skills">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ skills: wordsOf(skills) });
        }}
      >
        <TextField
          label="What others may expect of it"
          hint="Separated by commas."
          readOnly={rights === "read"}
          value={skills}
          error={fieldError(change.error, "skills")}
          onChange={({ target }) => setSkills(target.value)}
        />
        {rights === "change" && (
          <div>
            <Button type="submit" look="primary" isBusy={change.isPending} disabled={skills === before}>
              Save
            </Button>
          </div>
        )}
      </form>
      <LeaveQuestion isUnsaved={skills !== before} />
    </Card>
  );
}

function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}
