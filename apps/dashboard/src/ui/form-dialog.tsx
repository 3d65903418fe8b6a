import { type ReactNode, useEffect, useId, useRef } from "react";
import { explainProblem, fieldError, isOvertaken } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type FormDialogProps = {
  readonly title: string;
  readonly description?: string | undefined;
  readonly width?: "sm" | "md" | "lg";
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  /** Why it failed the last time. What is about one of `fields` is said there by the form. */
  readonly error: unknown;
  readonly fields: readonly string[];
  readonly children: ReactNode;
};

const OVERTAKEN =
  "This was changed a moment ago, and is read again now. Look at it; if something of yours is left to save, save it once more.";

/** A form in a window: its fields, what is wrong with the whole of it, and its two buttons. */
export function FormDialog({ children, error, fields, onSubmit, onClose, ...rest }: FormDialogProps): ReactNode {
  const form = useId();
  const focused = useRef<Element>(null);
  // No words are taken while those before are being saved: the window closes after it. If it stays, so does the focus.
  useEffect(() => {
    if (rest.isBusy) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [rest.isBusy]);
  const isSaidAtField = fields.some((field) => fieldError(error, field) !== undefined);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={rest.title}
      description={rest.description}
      width={rest.width ?? "md"}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" isBusy={rest.isBusy} disabled={!rest.isReady}>
            {rest.submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A window opened from a form sends only its own.
          event.stopPropagation();
          focused.current = document.activeElement;
          onSubmit();
        }}
      >
        <div className="contents" inert={rest.isBusy}>
          {children}
        </div>
        {error !== null && !isSaidAtField && (
          <p role="alert" className="text-sm text-bad foreign-text">
            {isOvertaken(error) ? OVERTAKEN : explainProblem(error).happened}
          </p>
        )}
      </form>
    </Dialog>
  );
}
