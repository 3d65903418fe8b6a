type Listener = (reason: string | undefined) => void;

const listeners = new Set<Listener>();

/** A call was answered "not signed in", or nobody is any more for a reason that must be said. */
export function reportSignedOut(reason?: string): void {
  for (const listener of listeners) listener(reason);
}

export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
