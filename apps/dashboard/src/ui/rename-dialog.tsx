import { API_LIMITS } from "@cadre/shared";
import { type ReactNode, useState } from "react";
import { fieldError } from "../api/problem.ts";
import { TextField } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

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
      <TextField
        label="Name"
        value={typed}
        maxLength={API_LIMITS.nameChars}
        autoFocus
        error={fieldError(rename.error, "name")}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
