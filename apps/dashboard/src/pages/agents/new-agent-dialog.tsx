import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type Place, PlaceFields } from "../../agents/place-fields.tsx";
import { ScheduleFields } from "../../agents/schedule-fields.tsx";
import { scheduleOfWords, type ScheduleWords, wordsOfSchedule } from "../../agents/schedule-form.ts";
import { call } from "../../api/call.ts";
import type { Sent } from "../../api/endpoint-types.ts";
import { fieldError } from "../../api/problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { tellDone } from "../../ui/toast.tsx";

type Draft = {
  readonly name: string;
  readonly roleText: string;
  readonly place: Place;
  readonly schedule: ScheduleWords;
};

const BLANK: Draft = {
  name: "",
  roleText: "",
  place: { position: "worker", managerId: "", teamId: "" },
  schedule: wordsOfSchedule({ every: "30m" }),
};

/** Hires an agent: who it is, where it stands, when it looks around. The rest can come later. */
export function NewAgentDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [draft, setDraft] = useState(BLANK);
  const hire = useHire(onClose);
  return (
    <FormDialog
      title="New agent"
      width="lg"
      submitLabel="Hire"
      onSubmit={() => hire.mutate(bodyOf(draft))}
      onClose={onClose}
      isBusy={hire.isPending}
      isReady={draft.name.trim() !== ""}
      error={hire.error}
      fields={["name", "managerId", "roleText", "schedule"]}
    >
      <Fields draft={draft} onChange={setDraft} error={hire.error} />
    </FormDialog>
  );
}

type FieldsProps = { readonly draft: Draft; readonly onChange: (draft: Draft) => void; readonly error: unknown };

function Fields({ draft, onChange, error }: FieldsProps): ReactNode {
  return (
    <>
      <NameField value={draft.name} problem={error} autoFocus onChange={(name) => onChange({ ...draft, name })} />
      <PlaceFields
        place={draft.place}
        onChange={(place) => onChange({ ...draft, place })}
        managerError={fieldError(error, "managerId")}
      />
      <TextArea
        label="Role"
        hint="What it is for and how it works. It reads this before every piece of work."
        rows={5}
        value={draft.roleText}
        error={fieldError(error, "roleText")}
        onChange={({ target }) => onChange({ ...draft, roleText: target.value })}
      />
      <ScheduleFields
        words={draft.schedule}
        onChange={(schedule) => onChange({ ...draft, schedule })}
        error={fieldError(error, "schedule")}
      />
    </>
  );
}

function bodyOf({ name, roleText, place, schedule }: Draft): NewAgent {
  const { position, managerId, teamId } = place;
  return {
    name: name.trim(),
    position,
    roleText,
    schedule: scheduleOfWords(schedule),
    ...(managerId === "" ? {} : { managerId }),
    ...(teamId === "" ? {} : { teamId }),
  };
}

type NewAgent = NonNullable<Sent<"POST /agents">["body"]>;

function useHire(onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: NewAgent) => call("POST /agents", { body }),
    onSuccess: async (agent) => {
      tellDone(`${agent.name} is hired`);
      onClose();
      await client.invalidateQueries({ queryKey: ["agents"] });
      await navigate({ to: `/agents/${agent.id}` });
    },
  });
}
