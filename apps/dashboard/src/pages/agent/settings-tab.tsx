import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PlaceFields } from "../../agents/place-fields.tsx";
import { useAgentChange } from "../../agents/use-agent-change.ts";
import { call } from "../../api/call.ts";
import { fieldError } from "../../api/problem.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { safeText } from "../../text/safe-text.ts";
import { LeaveQuestion } from "../../documents/leave-question.tsx";
import { Overtaken } from "../../forms/overtaken.tsx";
import { useLiveDraft } from "../../forms/use-live-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { tellDone, tellProblem } from "../../ui/toast.tsx";
import { CompactionFields } from "./compaction-fields.tsx";
import { ConfigurationHistory } from "./configuration-history.tsx";
import type { Rights } from "./rights.ts";
import { changeOfSettingsForm, SETTINGS_FORM_LABELS, settingsFormOf } from "./settings-form.ts";

/** Name, place and limits of an agent, and its end. */
export function SettingsTab({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const live = settingsFormOf(agent);
  const draft = useLiveDraft(live);
  const { values } = draft;
  const change = useAgentChange(agent);
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate(changeOfSettingsForm(draft.change), { onSuccess: draft.saved });
          }}
        >
          <fieldset disabled={rights === "read"} className="flex flex-col gap-4">
            <Overtaken draft={draft} live={live} labels={SETTINGS_FORM_LABELS} words={["name"]} />
            <NameField value={values.name} problem={change.error} onChange={(name) => draft.write({ name })} />
            <PlaceFields
              place={values}
              onChange={draft.write}
              agentId={agent.id}
              managerError={fieldError(change.error, "managerId")}
            />
            <LimitFields limits={values} onChange={draft.write} error={change.error} />
            <TrustField settings={values} onChange={draft.write} />
            <CompactionFields settings={values} onChange={draft.write} />
            {rights === "change" && (
              <div>
                <Button
                  type="submit"
                  look="primary"
                  isBusy={change.isPending}
                  disabled={!draft.maySave || values.name.trim() === ""}
                >
                  Save
                </Button>
              </div>
            )}
          </fieldset>
        </form>
        <LeaveQuestion isUnsaved={draft.isChanged} />
      </Card>
      <ConfigurationHistory agent={agent} rights={rights} />
      {rights === "change" && <LetGo agent={agent} />}
    </div>
  );
}

type Limits = Agent["settings"];

const LIMITS = [
  { id: "maxConcurrentTasks", label: "Tasks at once", hint: "1 to 10" },
  { id: "toolIterationCap", label: "Tool steps in a chat turn", hint: "" },
  { id: "heartbeatCap", label: "Tool steps in a beat", hint: "" },
] as const;

type LimitFieldsProps = {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
  readonly error: unknown;
};

function LimitFields({ limits, onChange, error }: LimitFieldsProps): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {LIMITS.map(({ id, label, hint }) => (
        <TextField
          key={id}
          type="number"
          label={label}
          min={1}
          {...(hint === "" ? {} : { hint })}
          value={Number.isNaN(limits[id]) ? "" : limits[id]}
          error={fieldError(error, `settings.${id}`)}
          onChange={({ target }) => onChange({ ...limits, [id]: target.valueAsNumber })}
        />
      ))}
    </div>
  );
}

const TRUST_WORDS = { probation: "Probation", standard: "Standard", trusted: "Trusted", senior: "Senior" } as const;

type TrustProps = { readonly settings: Limits; readonly onChange: (settings: Limits) => void };

function TrustField({ settings, onChange }: TrustProps): ReactNode {
  return (
    <SelectField
      label="Trust level"
      hint="The agent is told of it."
      value={settings.trustLevel ?? ""}
      onChange={({ target }) =>
        onChange({ ...settings, trustLevel: target.value === "" ? null : (target.value as Limits["trustLevel"]) })
      }
    >
      <option value="">Not told</option>
      {Object.entries(TRUST_WORDS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function LetGo({ agent }: { readonly agent: Agent }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call("DELETE /agents/:agentId", { params: { agentId: agent.id } }),
    onSuccess: async () => {
      tellDone(`${agent.name} is gone`);
      await navigate({ to: "/agents" });
      await client.invalidateQueries({ queryKey: ["agents", "list"] });
    },
    onError: (error) => tellProblem(error, `let ${agent.name} go`),
    onSettled: () => setIsAsked(false),
  });
  const name = safeText(agent.name).trim();
  return (
    <Card title="Let it go">
      <div className="flex flex-wrap items-center gap-3 text-sm text-soft">
        <p className="min-w-48 flex-1">
          It works no more and its beats end. What it did stays. Refused while open tasks depend on it.
        </p>
        <Button look="danger" icon={<Trash2 className="size-4" aria-hidden />} onClick={() => setIsAsked(true)}>
          Delete…
        </Button>
      </div>
      <Confirm
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        typeToConfirm={name}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>Nothing brings it back. Its runs, texts of its work and what it delivered stay.</p>
      </Confirm>
    </Card>
  );
}
