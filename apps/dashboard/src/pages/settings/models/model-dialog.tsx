import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { type LlmChoice, llmModels, type LlmSettings } from "../../../api/queries/settings.ts";
import { shortCount } from "../../../format/numbers.ts";
import { safeText } from "../../../text/safe-text.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Choice, NamedChoices } from "../../../ui/choice.tsx";

type ModelDialogProps = {
  readonly title: string;
  readonly settings: LlmSettings;
  readonly choice: LlmChoice | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onChoose: (choice: LlmChoice) => void;
};

/** Chooses a provider and one of its models; a model that nobody lists can be typed. */
export function ModelDialog({ title, settings, choice, isBusy, onClose, onChoose }: ModelDialogProps): ReactNode {
  const [providerId, setProviderId] = useState(choice?.providerId ?? settings.providers[0]?.id ?? "");
  const [typed, setTyped] = useState(choice?.model);
  const model = typed ?? defaultModelOf(settings, providerId);
  return (
    <FormDialog
      title={title}
      width="sm"
      submitLabel="Use it"
      onSubmit={() => onChoose({ providerId, model: model.trim() })}
      onClose={onClose}
      isBusy={isBusy}
      isReady={model.trim() !== ""}
      error={null}
      fields={[]}
    >
      <SelectField
        label="Provider"
        value={providerId}
        onChange={({ target }) => {
          setProviderId(target.value);
          setTyped(undefined);
        }}
      >
        <NamedChoices of={settings.providers} />
      </SelectField>
      <ModelField providerId={providerId} model={model} onChange={setTyped} />
    </FormDialog>
  );
}

function defaultModelOf({ providers, kinds }: LlmSettings, providerId: string): string {
  const kind = providers.find(({ id }) => id === providerId)?.kind;
  return kinds.find((each) => each.kind === kind)?.defaultModel ?? "";
}

type ModelFieldProps = {
  readonly providerId: string;
  readonly model: string;
  readonly onChange: (model: string) => void;
};

function ModelField({ providerId, model, onChange }: ModelFieldProps): ReactNode {
  const listId = useId();
  const models = useQuery({ ...llmModels(providerId), enabled: providerId !== "" });
  const list = models.data?.data ?? [];
  const chosen = list.find(({ id }) => id === model);
  return (
    <>
      <TextField
        label="Model"
        list={listId}
        spellCheck={false}
        autoComplete="off"
        value={model}
        hint={models.isPending ? "Asking the provider which models it has…" : factsOf(chosen)}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {list.map(({ id, label }) => (
          <Choice key={id} value={id}>
            {label}
          </Choice>
        ))}
      </datalist>
      {models.data?.message != null && (
        <p className="rounded-sm bg-warn-soft px-2.5 py-1.5 text-xs text-warn foreign-text">
          {safeText(models.data.message)} The list is Cadre's own.
        </p>
      )}
      {models.isError && <p className="text-xs text-bad">Its models could not be read. Type the model's name.</p>}
    </>
  );
}

type Model = {
  readonly contextWindowTokens: number | null;
  readonly inputUsd: number | null;
  readonly outputUsd: number | null;
};

function factsOf(model: Model | undefined): string {
  if (model === undefined) return "As the provider calls it.";
  const facts = [
    model.contextWindowTokens === null ? "" : `${shortCount(model.contextWindowTokens)} tokens`,
    model.inputUsd === null ? "" : `$${model.inputUsd} in and $${model.outputUsd ?? "?"} out for a million tokens`,
  ];
  return facts.filter(Boolean).join(", ");
}
