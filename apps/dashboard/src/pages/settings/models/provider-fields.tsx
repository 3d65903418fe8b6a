import type { ReactNode } from "react";
import { fieldError } from "../../../api/problem.ts";
import type { LlmProvider, LlmSettings } from "../../../api/queries/settings.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { NameField } from "../../../ui/name-field.tsx";
import type { ProviderDraft } from "./save-provider.ts";
import { Choice } from "../../../ui/choice.tsx";

type ProviderFieldsProps = {
  readonly draft: ProviderDraft;
  readonly onChange: (draft: ProviderDraft) => void;
  readonly kinds: LlmSettings["kinds"];
  readonly provider: LlmProvider | undefined;
  readonly error: unknown;
};

/** What is needed to reach a provider. Which of it, its kind says. */
export function ProviderFields({ draft, onChange, kinds, provider, error }: ProviderFieldsProps): ReactNode {
  const facts = kinds.find(({ kind }) => kind === draft.kind);
  const choose = (kind: ProviderDraft["kind"]): void => {
    const isOwnName = !kinds.some(({ label }) => label === draft.name);
    const label = kinds.find((each) => each.kind === kind)?.label ?? draft.name;
    onChange({ ...draft, kind, name: isOwnName ? draft.name : label });
  };
  return (
    <>
      <SelectField
        label="Kind"
        value={draft.kind}
        disabled={provider !== undefined}
        onChange={({ target }) => choose(target.value as ProviderDraft["kind"])}
      >
        {kinds.map(({ kind, label }) => (
          <Choice key={kind} value={kind}>
            {label}
          </Choice>
        ))}
      </SelectField>
      <NameField value={draft.name} problem={error} onChange={(name) => onChange({ ...draft, name })} />
      <TextField
        label={facts?.needsBaseUrl === true ? "Address" : "Address (empty: the vendor's own)"}
        type="url"
        placeholder="https://models.example.com/v1"
        value={draft.baseUrl}
        error={fieldError(error, "baseUrl")}
        onChange={({ target }) => onChange({ ...draft, baseUrl: target.value })}
      />
      <TextField
        label={facts?.needsKey === false ? "Key (if it needs one)" : "Key"}
        hint={keyHint(provider)}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        value={draft.apiKey}
        error={fieldError(error, "apiKey")}
        onChange={({ target }) => onChange({ ...draft, apiKey: target.value })}
      />
      <OwnServer draft={draft} onChange={onChange} />
    </>
  );
}

function OwnServer({ draft, onChange }: Pick<ProviderFieldsProps, "draft" | "onChange">): ReactNode {
  return (
    <label className="flex cursor-pointer items-start gap-2 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
        checked={draft.costsNothing}
        onChange={({ target }) => onChange({ ...draft, costsNothing: target.checked })}
      />
      <span>
        A server of our own: its calls cost nothing
        <span className="block text-xs text-faint">
          Otherwise unknown models are charged at the dearest price known.
        </span>
      </span>
    </label>
  );
}

function keyHint(provider: LlmProvider | undefined): string {
  if (provider?.hasKey !== true) return "Kept encrypted and never shown again.";
  const which = provider.keyEnding === null ? "The key that is kept" : `The key that ends in ${provider.keyEnding}`;
  return `${which} stays unless you type another one. A new address needs it again.`;
}
