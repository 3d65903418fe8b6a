import type { ReactNode } from "react";
import { Overtaken } from "../forms/overtaken.tsx";
import { useLiveDraft } from "../forms/use-live-draft.ts";
import { FormDialog } from "./form-dialog.tsx";
import { NameField } from "./name-field.tsx";

type RenameDialogProps = {
  readonly title: string;
  readonly name: string;
  readonly rename: { readonly isPending: boolean; readonly error: unknown };
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
};

/** Gives something another name. */
export function RenameDialog({ title, name, rename, onRename, onClose }: RenameDialogProps): ReactNode {
  const live = { name };
  const draft = useLiveDraft(live);
  const next = draft.values.name.trim();
  return (
    <FormDialog
      title={title}
      width="sm"
      submitLabel="Rename"
      onSubmit={() => onRename(next)}
      onClose={onClose}
      isBusy={rename.isPending}
      isReady={draft.maySave && next !== ""}
      error={rename.error}
      fields={["name"]}
    >
      <Overtaken draft={draft} live={live} labels={{ name: "Name" }} words={["name"]} />
      <NameField
        value={draft.values.name}
        problem={rename.error}
        autoFocus
        onChange={(typed) => draft.write({ name: typed })}
      />
    </FormDialog>
  );
}
