import { QueryClient } from "@tanstack/react-query";

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
