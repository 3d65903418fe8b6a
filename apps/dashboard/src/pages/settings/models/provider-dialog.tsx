import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type LlmProvider, type LlmSettings, llmSettings } from "../../../api/queries/settings.ts";
import { Overtaken } from "../../../forms/overtaken.tsx";
import { useLiveDraft } from "../../../forms/use-live-draft.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { tellDone } from "../../../ui/toast.tsx";
import { ProviderFields } from "./provider-fields.tsx";
import { type ProviderDraft, providerDraft, saveProvider } from "./save-provider.ts";

type ProviderDialogProps = {
  readonly kinds: LlmSettings["kinds"];
  /** The one that is changed; undefined connects a new one. */
  readonly provider: LlmProvider | undefined;
  readonly onClose: () => void;
};

const LABELS = {
  kind: "Kind",
  name: "Name",
  baseUrl: "Address",
  apiKey: "Key",
  costsNothing: "Whether it costs something",
};

/** Connects a provider, or changes one. Its key goes in and never comes out. */
export function ProviderDialog({ kinds, provider, onClose }: ProviderDialogProps): ReactNode {
  const live = providerDraft(kinds, provider);
  const draft = useLiveDraft(live);
  const save = useSave(provider, onClose);
  return (
    <FormDialog
      title={provider === undefined ? "Connect a provider" : `Change ${provider.name}`}
      description={provider === undefined ? "Nothing is called yet: test it afterwards." : undefined}
      submitLabel={provider === undefined ? "Connect" : "Save"}
      onSubmit={() => save.mutate(draft.values)}
      onClose={onClose}
      isBusy={save.isPending}
      isReady={(provider === undefined || draft.maySave) && draft.values.name.trim() !== ""}
      error={save.error}
      fields={["name", "baseUrl", "apiKey"]}
    >
      <Overtaken draft={draft} live={live} labels={LABELS} words={["name", "baseUrl"]} />
      <ProviderFields
        draft={draft.values}
        onChange={draft.write}
        kinds={kinds}
        provider={provider}
        error={save.error}
      />
    </FormDialog>
  );
}

function useSave(provider: LlmProvider | undefined, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: ProviderDraft) => saveProvider(provider, draft),
    onSuccess: ({ name }) => {
      tellDone(provider === undefined ? `${name} is connected. Test it now.` : `${name} changed`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: llmSettings.queryKey }),
  });
}
