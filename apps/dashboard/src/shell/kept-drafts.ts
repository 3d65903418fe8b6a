import { useState } from "react";

const PREFIX = "cadre.draft.";
const OWNER = "cadre.draft-owner";

export type Kept<Draft> = {
  readonly draft: Draft;
  readonly keep: (draft: Draft) => void;
  readonly forget: () => void;
};

/** What somebody types is kept in this tab until it is sent or they sign out: closing a window or loading again loses nothing. */
export function useKeptDraft<Draft>(name: string, empty: Draft): Kept<Draft> {
  const key = `${PREFIX}${name}`;
  const [draft, setDraft] = useState<Draft>(() => stored<Draft>(key) ?? empty);
  return {
    draft,
    keep(next) {
      setDraft(next);
      sessionStorage.setItem(key, JSON.stringify(next));
    },
    forget() {
      setDraft(empty);
      sessionStorage.removeItem(key);
    },
  };
}

/** Nothing that somebody typed is shown to the next, nor in another organization. Who comes back finds it. */
export function keepDraftsOf(audience: string): void {
  const owner = sessionStorage.getItem(OWNER);
  if (owner !== null && owner !== audience) forgetDrafts();
  sessionStorage.setItem(OWNER, audience);
}

export function forgetDrafts(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

function stored<Draft>(key: string): Draft | undefined {
  const text = sessionStorage.getItem(key);
  // Only this file writes there.
  return text === null ? undefined : (JSON.parse(text) as Draft);
}
