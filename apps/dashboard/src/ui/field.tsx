import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { cx } from "./class-names.ts";
import { safeText } from "../text/safe-text.ts";
import { safeWords } from "./safe-words.ts";

const CONTROL =
  "touch-target w-full rounded-sm border border-line-strong bg-raised px-2.5 text-sm text-ink placeholder:text-faint " +
  "hover:border-faint aria-invalid:border-bad disabled:opacity-60";

type FieldFrame = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it, and how it is put right. */
  readonly error?: string | undefined;
  readonly isLabelHidden?: boolean;
  readonly className?: string;
};

type Control = { readonly id: string; readonly "aria-invalid"?: true; readonly "aria-describedby"?: string };

/** A label, its control, a hint, and its error. */
function Frame({
  frame,
  render,
}: {
  readonly frame: FieldFrame;
  readonly render: (control: Control) => ReactNode;
}): ReactNode {
  const id = useId();
  const { label, hint, error, isLabelHidden = false } = frame;
  const described = [hint === undefined ? undefined : `${id}-hint`, error === undefined ? undefined : `${id}-error`];
  const describedBy = described.filter((part) => part !== undefined).join(" ");
  return (
    <div className={cx("flex min-w-0 flex-col gap-1", frame.className)}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-sm font-medium foreign-text"}>
        {safeText(label)}
      </label>
      {render({
        id,
        ...(error === undefined ? {} : { "aria-invalid": true }),
        ...(describedBy === "" ? {} : { "aria-describedby": describedBy }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {safeWords(hint)}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-bad foreign-text">
          {safeText(error)}
        </p>
      )}
    </div>
  );
}

function split<P extends FieldFrame>(props: P): { frame: FieldFrame; rest: Omit<P, keyof FieldFrame> } {
  const { label, hint, error, isLabelHidden, className, ...rest } = props;
  const given = { label, hint, error, isLabelHidden, className };
  const frame = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as FieldFrame;
  return { frame, rest };
}

type TextFieldProps = FieldFrame & InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };

export function TextField(props: TextFieldProps): ReactNode {
  const { frame, rest } = split(props);
  return <Frame frame={frame} render={(control) => <input {...rest} {...control} className={cx(CONTROL, "h-9")} />} />;
}

export function TextArea(props: FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactNode {
  const { frame, rest } = split(props);
  return (
    <Frame
      frame={frame}
      render={(control) => <textarea rows={4} {...rest} {...control} className={cx(CONTROL, "resize-y py-2")} />}
    />
  );
}

/** The platform's own list: it is quick, it works with any keyboard, and a phone shows its wheel. */
export function SelectField(props: FieldFrame & SelectHTMLAttributes<HTMLSelectElement>): ReactNode {
  const { frame, rest } = split(props);
  return (
    <Frame frame={frame} render={(control) => <select {...rest} {...control} className={cx(CONTROL, "h-9 pr-8")} />} />
  );
}
