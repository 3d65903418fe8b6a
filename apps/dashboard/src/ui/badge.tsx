import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { safeWords } from "./safe-words.ts";

const TONES = {
  neutral: "bg-hover text-soft",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
  violet: "bg-violet-soft text-violet",
  accent: "bg-accent-soft text-accent-ink",
} as const;
export type Tone = keyof typeof TONES;

type BadgeProps = {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly title?: string;
};

/** A word about something's state. Its colour only repeats what the word says. */
export function Badge({ tone = "neutral", icon, children, title }: BadgeProps): ReactNode {
  return (
    <span
      title={title}
      className={cx(
        "inline-flex max-w-full items-center gap-1 rounded-xs px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {icon}
      <span className="truncate">{safeWords(children)}</span>
    </span>
  );
}

/** A key of the keyboard. */
export function Key({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-xs border border-line-strong bg-panel px-1 font-sans text-2xs text-soft">
      {children}
    </kbd>
  );
}
