import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { safeWords } from "./safe-words.ts";

type CardProps = {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** `flush` lets rows reach the edges. */
  readonly padding?: "normal" | "flush";
};

/** A part of a page that stands for itself. */
export function Card({ title, actions, children, className, padding = "normal" }: CardProps): ReactNode {
  return (
    <section className={cx("overflow-hidden rounded-lg border border-line bg-panel", className)}>
      {title !== undefined && (
        <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-2">
          <h2 className="min-w-0 flex-1 text-sm font-semibold foreign-text">{safeWords(title)}</h2>
          {actions}
        </header>
      )}
      <div className={padding === "normal" ? "p-4" : ""}>{children}</div>
    </section>
  );
}
