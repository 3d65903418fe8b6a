import { type ReactNode, useState } from "react";
import { safeText } from "../text/safe-text.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";

type ConfirmProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  /** What will happen, and to what. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  /** What must be typed first, where nothing brings back what is destroyed. */
  readonly typeToConfirm?: string;
};

/** Asks before something that is hard to take back. */
export function Confirm({ isOpen, onOpenChange, typeToConfirm, ...rest }: ConfirmProps): ReactNode {
  const [typed, setTyped] = useState("");
  const isReady = typeToConfirm === undefined || asSeen(typed) === asSeen(typeToConfirm);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        setTyped("");
        onOpenChange(next);
      }}
      title={rest.title}
      width="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep as it is</Button>
          <Button look="danger" disabled={!isReady} isBusy={rest.isBusy ?? false} onClick={rest.onConfirm}>
            {rest.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm text-soft foreign-text">
        {rest.children}
        {typeToConfirm !== undefined && (
          <TextField
            label={`Type ${typeToConfirm} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
          />
        )}
      </div>
    </Dialog>
  );
}

/** What a reader sees of words, and so what can be typed: no marks that draw nothing, and one space where there are several or a line ends. */
function asSeen(words: string): string {
  return safeText(words).replaceAll(/\s+/g, " ").trim();
}
