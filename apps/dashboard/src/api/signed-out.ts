type Listener = () => void;

const listeners = new Set<Listener>();

/** A call was answered "not signed in". */
export function reportSignedOut(): void {
  for (const listener of listeners) listener();
}

export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
