import { call } from "./call.ts";
import type { Sent } from "./endpoint-types.ts";
import { type Me, me } from "./queries/organization.ts";
import { queryClient } from "./query-client.ts";

type Credentials = Sent<"POST /sign-in">["body"];

/** Signs a person in. The cookie that comes with the answer is out of reach for scripts. */
export async function signIn(credentials: Credentials): Promise<void> {
  const who = await call("POST /sign-in", { body: credentials });
  beSignedIn(who);
}

/** Begins as somebody whom an answer has just signed in: nothing that was read before belongs to them. */
export function beSignedIn(who: Me): void {
  queryClient.clear();
  queryClient.setQueryData(me.queryKey, who);
}

/** Ends the sign-in of this browser, and forgets everything that it has read. */
export async function signOut(): Promise<void> {
  await call("POST /sign-out", { body: {} });
  queryClient.clear();
}
