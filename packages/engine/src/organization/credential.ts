import { isId } from "@cadre/shared";

export type Credential = { readonly kind: "sign-in" | "api-key"; readonly id: string };

/** What a credential's id says it is. */
export function credentialOf(id: string | null | undefined): Credential | null {
  if (id === null || id === undefined) return null;
  return { kind: isId("signIn", id) ? "sign-in" : "api-key", id };
}
