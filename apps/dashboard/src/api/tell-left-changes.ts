import type { QueryClient } from "@tanstack/react-query";
import { tellProblem } from "../ui/toast.tsx";

/** Tells why a change failed whose window was closed before it was answered: nobody is left there to do so. */
export function tellLeftChanges(client: QueryClient): void {
  const left = new WeakSet();
  client.getMutationCache().subscribe((event) => {
    const { mutation } = event;
    if (mutation === undefined) return;
    if (event.type === "observerRemoved" && mutation.state.status === "pending") left.add(mutation);
    if (event.type !== "updated" || event.action.type !== "error") return;
    if (left.has(mutation) && mutation.options.onError === undefined) {
      tellProblem(mutation.state.error, "do what you asked for before you left");
    }
  });
}
