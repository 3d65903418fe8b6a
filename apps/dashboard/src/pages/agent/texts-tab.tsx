import { type ReactNode, useState } from "react";
import { useAgentChange } from "../../agents/use-agent-change.ts";
import { fieldError } from "../../api/problem.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import type { Rights } from "./rights.ts";

/** What an agent reads of itself before every piece of work. */
export function TextsTab({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const [roleText, setRoleText] = useState(agent.roleText);
  const [checklistText, setChecklistText] = useState(agent.checklistText);
  const [skills, setSkills] = useState(agent.skills.join(", "));
  const change = useAgentChange(agent);
  const isChanged =
    roleText !== agent.roleText || checklistText !== agent.checklistText || skills !== agent.skills.join(", ");
  return (
    <Card>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ roleText, checklistText, skills: wordsOf(skills) });
        }}
      >
        <TextArea
          label="Role"
          hint="What it is for and how it works."
          rows={10}
          readOnly={rights === "read"}
          value={roleText}
          error={fieldError(change.error, "roleText")}
          onChange={({ target }) => setRoleText(target.value)}
        />
        <TextArea
          label="Checklist"
          hint="What it looks after at its beats, line by line."
          rows={8}
          readOnly={rights === "read"}
          value={checklistText}
          error={fieldError(change.error, "checklistText")}
          onChange={({ target }) => setChecklistText(target.value)}
        />
        <TextField
          label="Skills"
          hint="Separated by commas."
          readOnly={rights === "read"}
          value={skills}
          error={fieldError(change.error, "skills")}
          onChange={({ target }) => setSkills(target.value)}
        />
        {rights === "change" && (
          <div>
            <Button type="submit" look="primary" isBusy={change.isPending} disabled={!isChanged}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}
