import { parseArgs } from "node:util";
import { createOperatorLink, type EngineDeps } from "@cadre/engine";
import { compose, createLogger } from "@cadre/server-kit";
import { Fault } from "@cadre/shared";
import { homeDatabaseUrl } from "./postgres/embedded-postgres.ts";

export type LinkRequest = {
  /** Whose link; unset: the owner who has been one longest. */
  readonly email: string | undefined;
  /** Where people find the dashboard. */
  readonly url: string;
};

/** Reads `--email somebody@example.com`. Fault: `sign-in-link.usage`. */
export function readEmail(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { email: { type: "string" } } }).values.email;
  } catch (cause) {
    throw new Fault("invalid", "sign-in-link.usage", {
      message: "Use: npm run sign-in-link, or: npm run sign-in-link -- --email somebody@example.com",
      cause,
    });
  }
}

/** The database of this machine's Cadre. Fault: `sign-in-link.no-database` when it never ran here. */
export function databaseOf(env: { readonly home: string; readonly databaseUrl: string | undefined }): string {
  const url = env.databaseUrl ?? homeDatabaseUrl(env.home);
  if (url !== undefined) return url;
  throw new Fault("not-found", "sign-in-link.no-database", {
    message: `Cadre never ran in ${env.home}. Set CADRE_HOME to where it runs, or DATABASE_URL to its database.`,
  });
}

/** Makes a sign-in link, and says what to do with it. Fault: `sign-in-link.nobody` when there is no such person, or no owner yet. */
export async function describeLink(deps: EngineDeps, { email, url }: LinkRequest): Promise<string> {
  const link = await createOperatorLink(deps, email === undefined ? {} : { email });
  if (link === undefined) {
    throw new Fault("not-found", "sign-in-link.nobody", {
      message:
        email === undefined
          ? "There is no owner yet. Start Cadre and open the setup link that it prints."
          : `Nobody in any organization has the e-mail ${email}. Leave it out for a link of the first owner.`,
    });
  }
  const address = new URL("/new-password", url);
  address.searchParams.set("token", link.token);
  return [
    `Open this within an hour to choose a new password for ${link.name} <${link.email}>. It works once:`,
    "",
    `  ${address.href}`,
    "",
    "Every browser in which this person is signed in is signed out then. API keys go on; revoke lost ones afterwards.",
  ].join("\n");
}

/** The engine on that database, for one operation. */
export async function withEngine<T>(
  databaseUrl: string,
  home: string,
  work: (deps: EngineDeps) => Promise<T>,
): Promise<T> {
  const log = createLogger("sign-in-link", "silent");
  const composition = compose({
    name: "sign-in-link",
    databaseUrl,
    maxConnections: 2,
    redisUrl: undefined,
    home,
    privateHosts: [],
    log,
  });
  try {
    return await work(composition.deps);
  } finally {
    await composition.close();
  }
}
