/** The cookie of a sign-in. Scripts cannot read it, other sites cannot send it, and on https only this very host can set it. */
export type SignInCookie = {
  /** The token in a Cookie header. */
  read(header: string | undefined): string | undefined;
  /** The Set-Cookie header that hands a token out. */
  write(token: string, lifetime: { readonly expiresAt: Date; readonly now: Date }): string;
  /** The Set-Cookie header that takes it away. */
  clear(): string;
};

/** On https the name begins with `__Host-`: browsers then demand Secure, this host alone and the path `/`. */
export function signInCookie(publicUrl: string | undefined): SignInCookie {
  const isSecure = publicUrl?.startsWith("https:") === true;
  const name = isSecure ? "__Host-cadre-sign-in" : "cadre-sign-in";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]+)\\s*(?:;|$)`);
  return {
    read: (header) => (header === undefined ? undefined : pattern.exec(header)?.[1]),
    write: (token, { expiresAt, now }) => {
      const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
      return `${name}=${token}; Max-Age=${seconds}; ${attributes}`;
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
