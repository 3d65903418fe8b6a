import { type ReactNode, useState } from "react";
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
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  return (
    <FormDialog
      title={title}
      width="sm"
      submitLabel="Rename"
      onSubmit={() => onRename(next)}
      onClose={onClose}
      isBusy={rename.isPending}
      isReady={next !== "" && next !== name}
      error={rename.error}
      fields={["name"]}
    >
      <NameField value={typed} problem={rename.error} autoFocus onChange={setTyped} />
    </FormDialog>
  );
}
