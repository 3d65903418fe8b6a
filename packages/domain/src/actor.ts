export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Who asks: a person with a role, an agent inside one of its runs, or the system itself. Always inside one organization. */
export type Actor =
  | {
      readonly kind: "person";
      readonly id: string;
      readonly organizationId: string;
      /** What they may do here: their own role, or less with a key that can do less. */
      readonly role: Role;
      /** The sign-in or API key that they show, for the audit. */
      readonly credentialId?: string | undefined;
    }
  | { readonly kind: "agent"; readonly id: string; readonly organizationId: string; readonly runId: string | undefined }
  | { readonly kind: "system"; readonly id: string; readonly organizationId: string };
