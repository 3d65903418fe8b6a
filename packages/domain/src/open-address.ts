/** What stands before the host: `https://name:password@host`. */
const BEFORE_HOST = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)@/i;

/** The name without which no host lets anybody in by ssh. It is no secret. */
const NAMED_BY_SCHEME = /^(?:git\+)?ssh$/i;

/** True when an address holds what lets somebody in. It is shown to everybody who sees the address, to models too (I17). */
export function holdsCredentials(address: string): boolean {
  const [, scheme = "", before = ""] = BEFORE_HOST.exec(address.trim()) ?? [];
  return before !== "" && (before.includes(":") || !NAMED_BY_SCHEME.test(scheme));
}

/** For schemas: the check and what it says. */
export const OPEN_ADDRESS = [
  (address: string): boolean => !holdsCredentials(address),
  { error: "must hold no name or password: they would be shown to everybody who sees it" },
] as const;
