import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../api/call.ts";
import { fieldError } from "../../../api/problem.ts";
import { eventTypes, type Webhook } from "../../../api/queries/settings.ts";
import { Overtaken } from "../../../forms/overtaken.tsx";
import { useLiveDraft } from "../../../forms/use-live-draft.ts";
import { safeText } from "../../../text/safe-text.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { tellDone } from "../../../ui/toast.tsx";

type Draft = { readonly url: string; readonly description: string; readonly eventTypes: readonly string[] };

type WebhookDialogProps = {
  /** The one that is changed; undefined makes a new one. */
  readonly webhook: Webhook | undefined;
  readonly onClose: () => void;
  readonly onSecret: (secret: string | null) => void;
};

const LABELS = { url: "Address", description: "Description", eventTypes: "Events" };

/** Where a webhook goes, and which events it is told. */
export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps): ReactNode {
  const live: Draft = {
    url: webhook?.url ?? "",
    description: webhook?.description ?? "",
    eventTypes: webhook?.eventTypes ?? ["task.accepted", "approval.requested"],
  };
  const draft = useLiveDraft(live);
  const { url, description, eventTypes: chosen } = draft.values;
  const save = useSave({ webhook, onClose, onSecret });
  return (
    <FormDialog
      title={webhook === undefined ? "New webhook" : "Change the webhook"}
      submitLabel={webhook === undefined ? "Make it" : "Save"}
      onSubmit={() => save.mutate(draft.values)}
      onClose={onClose}
      isBusy={save.isPending}
      isReady={draft.maySave && url.trim() !== "" && chosen.length > 0}
      error={save.error}
      fields={["url", "description"]}
    >
      <Overtaken draft={draft} live={live} labels={LABELS} words={["url", "description"]} />
      <TextField
        label="Address"
        type="url"
        placeholder="https://example.com/hooks/cadre"
        hint="Private addresses are refused unless an operator allows the host."
        value={url}
        autoFocus
        error={fieldError(save.error, "url")}
        onChange={({ target }) => draft.write({ url: target.value })}
      />
      <TextField
        label="Description"
        value={description}
        error={fieldError(save.error, "description")}
        onChange={({ target }) => draft.write({ description: target.value })}
      />
      <EventChoice chosen={chosen} onChange={(types) => draft.write({ eventTypes: types })} />
    </FormDialog>
  );
}

function useSave({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const body = { url: draft.url.trim(), description: draft.description, eventTypes: [...draft.eventTypes] };
      if (webhook === undefined) return (await call("POST /webhooks", { body })).secret;
      await call("PATCH /webhooks/:webhookId", {
        params: { webhookId: webhook.id },
        body,
        version: webhook.version,
      });
      return undefined;
    },
    onSuccess: (secret) => {
      onClose();
      if (secret === undefined) tellDone("The webhook changed");
      else onSecret(secret);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["webhooks"] }),
  });
}

type EventChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
};

/** Events one by one, or everything. A pattern that is no event of its own is kept as it stands. */
function EventChoice({ chosen, onChange }: EventChoiceProps): ReactNode {
  const types = useQuery(eventTypes).data?.data ?? [];
  const known = new Set(types.map(({ type }) => type));
  const patterns = chosen.filter((type) => type !== "*" && !known.has(type));
  const toggle = (type: string): void =>
    onChange(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]);
  const isAll = chosen.includes("*");
  const options = [
    { type: "*", summary: "Everything that happens." },
    ...patterns.map((type) => ({ type, summary: "Everything of this kind." })),
    ...types,
  ];
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <div className="max-h-56 overflow-y-auto rounded-sm border border-line-strong p-1">
        {options.map(({ type, summary }) => (
          <label
            key={type}
            className="flex cursor-pointer items-baseline gap-2 rounded-xs px-2 py-1 text-sm hover:bg-hover has-disabled:opacity-50"
          >
            <input
              type="checkbox"
              className="translate-y-0.5 accent-accent"
              checked={chosen.includes(type) || isAll}
              disabled={isAll && type !== "*"}
              onChange={() => toggle(type)}
            />
            <code className="shrink-0 font-mono text-xs">{type}</code>
            <span className="min-w-0 truncate text-xs text-soft">{safeText(summary)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
