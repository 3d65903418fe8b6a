import { hashPassword, verifyPassword } from "@better-auth/utils/password";
import { Fault } from "@cadre/shared";

/** Compared with when nobody has the address, so that the time of the answer does not tell. */
let nobodysHash: Promise<string> | undefined;

/** Whether the password is the one of the hash; without a hash it takes as long to say no. */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword("nobody's password");
  const stored = hash !== undefined && isHash(hash) ? hash : undefined;
  const isSame = await verifyPassword(stored ?? (await nobodysHash), password);
  return isSame && stored !== undefined;
}

/** Salt and key in hexadecimal digits. */
function isHash(text: string): boolean {
  return /^[0-9a-f]+:[0-9a-f]+$/.test(text);
}

/** One sentence for every reason, so that nobody learns which addresses are known. */
export function wrongCredentials(): Fault {
  return new Fault("unauthenticated", "sign-in.wrong", {
    message:
      "This e-mail and password do not belong together. Try again, or ask an owner of the organization for a sign-in link.",
  });
}
