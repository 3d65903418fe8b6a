/** A committed event of the organization, as the stream tells it. */
export type LiveEvent = {
  readonly id: string;
  readonly type: string;
  readonly entity: { readonly kind: string; readonly id: string };
  readonly actor: { readonly kind: string; readonly id: string };
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** How the line to the server is. `since` is when it became so, in milliseconds of the clock. */
export type LineState = {
  readonly kind: "connecting" | "live" | "reconnecting";
  readonly since: number;
  readonly attempt: number;
};

/** What every tab is told, by whichever tab holds the stream. */
export type LiveMessage =
  | { readonly kind: "event"; readonly position: string | undefined; readonly event: LiveEvent }
  | { readonly kind: "reset"; readonly position: string | undefined }
  | { readonly kind: "line"; readonly state: LineState };

/** A word of an event's payload, or undefined where it has none. */
export function wordOf(event: LiveEvent, name: string): string | undefined {
  const value = event.payload[name];
  return typeof value === "string" ? value : undefined;
}
