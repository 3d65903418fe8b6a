import { forgetDrafts, keepDraftsOf } from "../shell/kept-drafts.ts";
import { call } from "./call.ts";
import type { Sent } from "./endpoint-types.ts";
import { type Me, me } from "./queries/organization.ts";
import { queryClient } from "./query-client.ts";
import { readFloor } from "./read-floor.ts";

type Credentials = Sent<"POST /sign-in">["body"];

/** What one tab tells the others: they share its cookie, so it happened to them as well. */
type SessionNews = { readonly kind: "entered"; readonly audience: string } | { readonly kind: "left" };

const channel = new BroadcastChannel("cadre.session");

/** Signs a person in. The cookie that comes with the answer is out of reach for scripts. */
export async function signIn(credentials: Credentials): Promise<void> {
  readFloor.forget();
  const who = await call("POST /sign-in", { body: credentials });
  beSignedIn(who);
}

/** Begins as somebody whom an answer has just signed in: nothing that was read before belongs to them. */
export function beSignedIn(who: Me): void {
  queryClient.clear();
  queryClient.setQueryData(me.queryKey, who);
  channel.postMessage({ kind: "entered", audience: audienceOf(who) } satisfies SessionNews);
}

/** Shows by the answer to a change who the person has become. */
export async function beChanged(who: Me): Promise<void> {
  // What is on its way was read before.
  await queryClient.cancelQueries({ queryKey: me.queryKey });
  queryClient.setQueryData(me.queryKey, who);
  // The answers to two changes may overtake each other, and lists name people as well.
  void queryClient.invalidateQueries({ queryKey: me.queryKey });
  void queryClient.invalidateQueries({ queryKey: ["members"] });
}

/** Goes on in another organization of the person. Fault: `organization.not-found` when they belong there no more. */
export async function enterOrganization(organizationId: string): Promise<void> {
  readFloor.forget();
  beSignedIn(await call("POST /organizations/:organizationId/enter", { params: { organizationId }, body: {} }));
}

/** Ends the sign-in of this browser, and forgets everything that it has read. */
export async function signOut(): Promise<void> {
  await call("POST /sign-out", { body: {} });
  beSignedOut();
}

/** Nobody is signed in here any more: so it is in every tab. */
export function beSignedOut(): void {
  queryClient.clear();
  forgetDrafts();
  channel.postMessage({ kind: "left" } satisfies SessionNews);
}

/** Hears what other tabs did to the sign-in: somebody else or somewhere else, or nobody. */
export function onSessionElsewhere(listener: (news: "moved" | "left") => void): void {
  channel.addEventListener("message", ({ data }: MessageEvent<SessionNews>) => {
    if (data.kind === "left") return listener("left");
    const who = queryClient.getQueryData(me.queryKey);
    if (who !== undefined && audienceOf(who) !== data.audience) listener("moved");
  });
}

/** Names who is signed in, and where: tabs of the same audience share what they hear. */
export function audienceOf(who: Me): string {
  return `${who.organization.id}.${who.personId}`;
}

let shownTo: string | undefined;

/** Before anything is shown to an audience: what was read or typed for another one is gone, however the change came about. */
export function showTo(audience: string): void {
  if (shownTo === audience) return;
  if (shownTo !== undefined) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
  keepDraftsOf(audience);
  shownTo = audience;
}
