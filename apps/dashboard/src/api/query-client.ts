import { QueryClient } from "@tanstack/react-query";
import { tellProblem } from "../ui/toast.tsx";

/** Changes whose window was closed before they were answered: nobody is left there to tell why one failed. */
const left = new WeakSet();

/** Every answer that is kept. The event stream says when one is out of date, so nothing is asked again by time or focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 300_000,
      // `call` has tried again already where that may help.
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    // Without a line it fails and says so: sent later, it would change what somebody has given up by then.
    mutations: { retry: false, networkMode: "always" },
  },
});

queryClient.getMutationCache().subscribe((event) => {
  const { mutation } = event;
  if (mutation === undefined) return;
  if (event.type === "observerRemoved" && mutation.state.status === "pending") left.add(mutation);
  if (event.type !== "updated" || event.action.type !== "error") return;
  if (left.has(mutation) && mutation.options.onError === undefined) {
    tellProblem(mutation.state.error, "do what you asked for before you left");
  }
});
