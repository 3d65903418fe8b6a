import { isIP } from "node:net";

const LOOPBACK_NAMES = ["localhost", "localhost.localdomain"];

/** Addresses to listen on that are nobody's name. */
const ANY_ADDRESS = ["0.0.0.0", "::"];

/**
 * Which Host headers may be answered. A page of somebody else can have its name point here (DNS rebinding) and then read what it
 * likes, so a name must be one of ours: a loopback name, the host we listen on, or the public one. An address in digits cannot be rebound.
 */
export function allowedHosts(listen: {
  readonly host: string;
  readonly publicUrl: string | undefined;
}): (header: string | undefined) => boolean {
  const names = new Set(LOOPBACK_NAMES);
  if (!ANY_ADDRESS.includes(listen.host)) names.add(listen.host.toLowerCase());
  if (listen.publicUrl !== undefined) names.add(new URL(listen.publicUrl).hostname.toLowerCase());
  return (header) => {
    const name = hostName(header);
    return name !== undefined && (names.has(name) || name.endsWith(".localhost") || isIP(name) > 0);
  };
}

/** The name of a Host header, without port and the brackets of IPv6. */
function hostName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(header);
  if (bracketed !== null) return bracketed[1];
  return /^([a-z0-9._-]+?)\.?(?::\d+)?$/i.exec(header)?.[1]?.toLowerCase();
}
