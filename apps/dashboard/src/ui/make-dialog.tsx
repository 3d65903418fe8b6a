import type { ReactNode } from "react";
import { FormDialog } from "./form-dialog.tsx";
import { NameField } from "./name-field.tsx";

type MakeDialogProps = {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  /** How the making of it goes. */
  readonly make: { readonly isPending: boolean; readonly error: unknown };
  readonly onMake: () => void;
  readonly onClose: () => void;
  /** What it needs beside its name is there. */
  readonly isReady?: boolean;
  /** Names of the fields in `children`. */
  readonly fields?: readonly string[];
  readonly children?: ReactNode;
};

/** Makes something that has a name: the name first, what else it needs below. */
export function MakeDialog({ name, onName, make, onMake, children, ...rest }: MakeDialogProps): ReactNode {
  return (
    <FormDialog
      title={rest.title}
      description={rest.description}
      width="sm"
      submitLabel="Make it"
      onSubmit={onMake}
      onClose={rest.onClose}
      isBusy={make.isPending}
      isReady={name.trim() !== "" && rest.isReady !== false}
      error={make.error}
      fields={["name", ...(rest.fields ?? [])]}
    >
      <NameField value={name} problem={make.error} autoFocus onChange={onName} />
      {children}
    </FormDialog>
  );
}
