const KEY = "cadre.api-key";

/**
 * An API key that was pasted in place of a sign-in: for this tab only, forgotten when it closes. Whoever signed in with a password
 * has a cookie that no script can read, and no key here.
 */
export function readApiKey(): string | null {
  return sessionStorage.getItem(KEY);
}

export function keepApiKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

export function forgetApiKey(): void {
  sessionStorage.removeItem(KEY);
}
