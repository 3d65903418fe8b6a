import type { ReactNode } from "react";
import { safeWords } from "./safe-words.ts";

type EmptyStateProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

/** What stands where nothing is yet: one sentence, and one thing to do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      {icon !== undefined && <div className="mb-1 text-faint">{icon}</div>}
      <p className="text-base font-medium">{safeWords(title)}</p>
      {children !== undefined && <div className="max-w-md text-sm text-soft">{safeWords(children)}</div>}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
