import { useSyncExternalStore } from "react";

export type Overlay =
  | { readonly kind: "palette" }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "new-organization" }
  | { readonly kind: "new-project" }
  | { readonly kind: "new-task"; readonly projectId?: string };

let shown: Overlay | undefined;
const listeners = new Set<() => void>();

/** What lies over the whole application, opened from anywhere. One at a time. */
export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

/** Whether something lies over the application, or is about to: its code may still be on its way. */
export function isOverlayOpen(): boolean {
  return shown !== undefined;
}

export function openOverlay(overlay: Overlay): void {
  shown = overlay;
  for (const listener of listeners) listener();
}

export function closeOverlay(): void {
  shown = undefined;
  for (const listener of listeners) listener();
}
