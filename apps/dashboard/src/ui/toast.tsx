import type { ReactNode } from "react";
import { toast, Toaster } from "sonner";
import { explainProblem } from "../api/problem.ts";
import { useTheme } from "../shell/theme.ts";
import { beginning, safeText } from "../text/safe-text.ts";

/** How long a change can be taken back. */
const UNDO_MS = 8_000;

/** Where toasts appear. One for the whole application. */
export function Toasts(): ReactNode {
  const theme = useTheme();
  return (
    <Toaster
      theme={theme}
      // Windows of a phone come from below, and what is told must not lie on their buttons.
      position={isPhone() ? "top-center" : "bottom-right"}
      closeButton
      gap={8}
      offset={16}
      mobileOffset={{ top: 12 }}
    />
  );
}

/** More than six lines of a toast hold. */
const MOST_TOLD_CHARS = 1_000;

/** Names and reasons of others stand in it: they are made safe, and no long word leaves its corner. */
function Told({ children }: { readonly children: string }): ReactNode {
  return <span className="line-clamp-6 foreign-text">{safeText(beginning(children, MOST_TOLD_CHARS).text)}</span>;
}

function isPhone(): boolean {
  return globalThis.matchMedia("(max-width: 600px)").matches;
}

export function tellDone(text: string): void {
  toast.success(<Told>{text}</Told>);
}

/** Tells of a change that can be taken back for a while. */
export function tellUndoable(text: string, undo: () => void): void {
  toast(<Told>{text}</Told>, { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
}

/** Tells why somebody may not go on, in the words of the API. */
export function tellRefusal(reason: string): void {
  toast.error(<Told>{reason}</Told>, { duration: 20_000 });
}

/** Tells that something failed, why, and what to do. `doing` goes on after "Could not". */
export function tellProblem(error: unknown, doing: string): void {
  const { happened, remedy } = explainProblem(error);
  const description = <Told>{[happened, remedy].filter(Boolean).join(" ")}</Told>;
  toast.error(<Told>{`Could not ${doing}`}</Told>, { description, duration: 10_000 });
}
