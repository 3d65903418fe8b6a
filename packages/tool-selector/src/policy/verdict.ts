/** What a policy says of a command before it runs. A reason speaks to the agent and to the person who decides. */
export type Verdict =
  | { readonly kind: "allow" }
  | { readonly kind: "approval"; readonly reason: string }
  | { readonly kind: "deny"; readonly reason: string };

export const ALLOW: Verdict = { kind: "allow" };

const STRENGTH = { allow: 0, approval: 1, deny: 2 } as const;

/** The strictest of several verdicts; the first of equals. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((worst, next) => (STRENGTH[next.kind] > STRENGTH[worst.kind] ? next : worst), ALLOW);
}

export function needsApproval(reason: string): Verdict {
  return { kind: "approval", reason };
}

export function denied(reason: string): Verdict {
  return { kind: "deny", reason };
}
