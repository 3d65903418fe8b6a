import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../api/call.ts";
import { fieldError } from "../../../api/problem.ts";
import { type Announcement, announcements } from "../../../api/queries/documents.ts";
import { agents, teams } from "../../../api/queries/organization.ts";
import { fieldTimeOf, instantOfField } from "../../../format/field-time.ts";
import { Overtaken } from "../../../forms/overtaken.tsx";
import { type LiveDraft, useLiveDraft } from "../../../forms/use-live-draft.ts";
import { safeText } from "../../../text/safe-text.ts";
import { SelectField, TextArea, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { tellDone } from "../../../ui/toast.tsx";
import { Choice } from "../../../ui/choice.tsx";

type Audience = Announcement["audience"];

type DialogProps = { readonly announcement: Announcement | undefined; readonly onClose: () => void };

const LABELS = { text: "Text", audience: "Who it is for", endsAt: "Its end" };

/** Makes an announcement, or changes one. */
export function AnnouncementDialog({ announcement, onClose }: DialogProps): ReactNode {
  const live = {
    text: announcement?.text ?? "",
    audience: wordOf(announcement?.audience ?? { kind: "everyone" }),
    endsAt: fieldTimeOf(announcement?.endsAt ?? null),
  };
  const draft = useLiveDraft(live);
  const { text, audience, endsAt } = draft.values;
  const save = useSave(announcement, onClose);
  return (
    <FormDialog
      title={announcement === undefined ? "New announcement" : "Change the announcement"}
      submitLabel={announcement === undefined ? "Announce" : "Save"}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
      isBusy={save.isPending}
      isReady={draft.maySave && text.trim() !== ""}
      error={save.error}
      fields={["text", "endsAt"]}
    >
      <Overtaken draft={draft} live={live} labels={LABELS} words={["text"]} />
      <TextArea
        label="Text"
        autoFocus
        rows={4}
        maxLength={500}
        hint={`${text.length} of 500 characters`}
        value={text}
        error={fieldError(save.error, "text")}
        onChange={({ target }) => draft.write({ text: target.value })}
      />
      <AudienceField value={audience} onChange={(word) => draft.write({ audience: word })} />
      <TextField
        label="Until (optional)"
        type="datetime-local"
        hint="Without it, until somebody ends it."
        value={endsAt}
        error={fieldError(save.error, "endsAt")}
        onChange={({ target }) => draft.write({ endsAt: target.value })}
      />
    </FormDialog>
  );
}

function AudienceField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (word: string) => void;
}): ReactNode {
  const teamList = useQuery(teams).data?.data ?? [];
  const agentList = useQuery(agents).data?.data ?? [];
  return (
    <SelectField label="For" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="everyone">All agents</option>
      {teamList.map(({ id, name }) => (
        <option key={id} value={`team ${id}`}>
          Team {safeText(name)}
        </option>
      ))}
      {agentList.map(({ id, name }) => (
        <Choice key={id} value={`agent ${id}`}>
          {name}
        </Choice>
      ))}
    </SelectField>
  );
}

function wordOf(audience: Audience): string {
  if (audience.kind === "everyone") return "everyone";
  return audience.kind === "team" ? `team ${audience.teamId}` : `agent ${audience.agentId}`;
}

function audienceOf(word: string): Audience {
  const [kind, id = ""] = word.split(" ");
  if (kind === "team") return { kind, teamId: id };
  return kind === "agent" ? { kind, agentId: id } : { kind: "everyone" };
}

type Fields = { readonly text: string; readonly audience: string; readonly endsAt: string };

/** What is not touched is not sent: its end has seconds, which the field has not. */
function changeOf({ text, audience, endsAt }: Partial<Fields>) {
  return {
    ...(text === undefined ? {} : { text }),
    ...(audience === undefined ? {} : { audience: audienceOf(audience) }),
    ...(endsAt === undefined ? {} : { endsAt: instantOfField(endsAt) }),
  };
}

function newOf({ text, audience, endsAt }: Fields) {
  const end = instantOfField(endsAt);
  return { text, audience: audienceOf(audience), ...(end === null ? {} : { endsAt: end }) };
}

function useSave(announcement: Announcement | undefined, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ values, change }: Pick<LiveDraft<Fields>, "values" | "change">) =>
      announcement === undefined
        ? call("POST /announcements", { body: newOf(values) })
        : call("PATCH /announcements/:announcementId", {
            params: { announcementId: announcement.id },
            body: changeOf(change),
            version: announcement.version,
          }),
    onSuccess: () => {
      tellDone(announcement === undefined ? "Announced" : "The announcement changed");
      onClose();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: announcements.queryKey }),
        client.invalidateQueries({ queryKey: ["documents"] }),
      ]),
  });
}
