import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type LlmProvider, type LlmSettings, llmSettings } from "../../../api/queries/settings.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { tellDone } from "../../../ui/toast.tsx";
import { type ProviderDraft, ProviderFields } from "./provider-fields.tsx";

type ProviderDialogProps = {
  readonly kinds: LlmSettings["kinds"];
  /** The one that is changed; undefined connects a new one. */
  readonly provider: LlmProvider | undefined;
  readonly onClose: () => void;
};

/** Connects a provider, or changes one. Its key goes in and never comes out. */
export function ProviderDialog({ kinds, provider, onClose }: ProviderDialogProps): ReactNode {
  const [draft, setDraft] = useState<ProviderDraft>(() => draftOf(kinds, provider));
  const save = useSave(provider, onClose);
  return (
    <FormDialog
      title={provider === undefined ? "Connect a provider" : `Change ${provider.name}`}
      description={provider === undefined ? "Nothing is called yet: test it afterwards." : undefined}
      submitLabel={provider === undefined ? "Connect" : "Save"}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
      isBusy={save.isPending}
      isReady={draft.name.trim() !== ""}
      error={save.error}
      fields={["name", "baseUrl", "apiKey"]}
    >
      <ProviderFields draft={draft} onChange={setDraft} kinds={kinds} provider={provider} error={save.error} />
    </FormDialog>
  );
}

function draftOf(kinds: LlmSettings["kinds"], provider: LlmProvider | undefined): ProviderDraft {
  if (provider !== undefined) {
    const { kind, name, baseUrl, costsNothing } = provider;
    return { kind, name, baseUrl: baseUrl ?? "", apiKey: "", costsNothing };
  }
  const first = kinds[0];
  return { kind: first?.kind ?? "anthropic", name: first?.label ?? "", baseUrl: "", apiKey: "", costsNothing: false };
}

function useSave(provider: LlmProvider | undefined, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: ProviderDraft) => (provider === undefined ? connect(draft) : change(provider, draft)),
    onSuccess: ({ name }) => {
      tellDone(provider === undefined ? `${name} is connected. Test it now.` : `${name} changed`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: llmSettings.queryKey }),
  });
}

function connect({ kind, name, baseUrl, apiKey, costsNothing }: ProviderDraft): Promise<LlmProvider> {
  return call("POST /settings/llm/providers", {
    body: {
      kind,
      name: name.trim(),
      costsNothing,
      ...(baseUrl.trim() === "" ? {} : { baseUrl: baseUrl.trim() }),
      ...(apiKey.trim() === "" ? {} : { apiKey: apiKey.trim() }),
    },
  });
}

function change(provider: LlmProvider, draft: ProviderDraft): Promise<LlmProvider> {
  const baseUrl = draft.baseUrl.trim() === "" ? null : draft.baseUrl.trim();
  return call("PATCH /settings/llm/providers/:llmProviderId", {
    params: { llmProviderId: provider.id },
    version: provider.version,
    body: {
      name: draft.name.trim(),
      costsNothing: draft.costsNothing,
      ...(baseUrl === provider.baseUrl ? {} : { baseUrl }),
      ...(draft.apiKey.trim() === "" ? {} : { apiKey: draft.apiKey.trim() }),
    },
  });
}
