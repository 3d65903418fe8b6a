import { DOCUMENTS } from "@cadre/domain";
import type { ReactNode } from "react";
import { useAgentChange } from "../../agents/use-agent-change.ts";
import { fieldError } from "../../api/problem.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { DocumentCard } from "../../documents/document-card.tsx";
import { LeaveQuestion } from "../../documents/leave-question.tsx";
import { Overtaken } from "../../forms/overtaken.tsx";
import { useLiveDraft } from "../../forms/use-live-draft.ts";
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
      <Skills agent={agent} rights={rights} />
    </div>
  );
}

function Skills({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const live = { skills: agent.skills.join(", ") };
  const draft = useLiveDraft(live);
  const { skills } = draft.values;
  const change = useAgentChange(agent);
  return (
    <Card title="Skills">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ skills: wordsOf(skills) }, { onSuccess: draft.saved });
        }}
      >
        <Overtaken draft={draft} live={live} labels={{ skills: "Skills" }} words={["skills"]} />
        <TextField
          label="What others may expect of it"
          hint="Separated by commas."
          readOnly={rights === "read"}
          value={skills}
          error={fieldError(change.error, "skills")}
          onChange={({ target }) => draft.write({ skills: target.value })}
        />
        {rights === "change" && (
          <div>
            <Button type="submit" look="primary" isBusy={change.isPending} disabled={!draft.maySave}>
              Save
            </Button>
          </div>
        )}
      </form>
      <LeaveQuestion isUnsaved={draft.isChanged} />
    </Card>
  );
}

function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}
