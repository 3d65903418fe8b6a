import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Confirm } from "../ui/confirm.tsx";

/** Stands beside what is being written, and asks before the page is left or closed and it would be lost. */
export function LeaveQuestion({ isUnsaved }: { readonly isUnsaved: boolean }): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && addressOf(current) !== addressOf(next),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={status === "blocked"}
      onOpenChange={() => reset?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={() => proceed?.()}
    >
      <p>What you wrote here is not saved yet, and leaving forgets it.</p>
    </Confirm>
  );
}

/** A tab is in the search of an address, and takes what is written in another away as well. */
function addressOf({ pathname, search }: { readonly pathname: string; readonly search: object }): string {
  return `${pathname} ${JSON.stringify(search)}`;
}
