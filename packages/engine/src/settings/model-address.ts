import { lookup } from "node:dns/promises";
import { Fault } from "@cadre/shared";
import { addressIn, isAllowedHost, isPublicAddress } from "../public-address.ts";

/** Which private hosts a base URL may name. */
export type ModelHosts = {
  /** What an operator allowed, as `host` or `host:port`. */
  readonly allowed: readonly string[];
  /** All addresses of a name, none when it has none; tests bring their own. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
};

const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/;

/** The system's resolver. */
export async function resolveHost(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    // An unknown name is no danger: the call itself will fail and say so.
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

/**
 * Refuses a base URL that leads into a private network unless an operator allowed its host: an admin of an organization may not make
 * our servers knock at doors behind the firewall. Names are resolved, since a public name may stand for a private address.
 * Fault: `llm-provider.private-address`.
 */
export async function refusePrivateAddress(hosts: ModelHosts, baseUrl: string): Promise<void> {
  const url = new URL(baseUrl);
  if (isAllowedHost(url, hosts.allowed)) return;
  if (!(await leadsInside(hosts, url))) return;
  throw new Fault("invalid", "llm-provider.private-address", {
    message: `${url.host} is this machine or in a private network. If a model server of yours listens there, the operator of this installation allows it by starting Cadre with CADRE_MODEL_HOSTS=${url.host}.`,
    field: "baseUrl",
  });
}

async function leadsInside(hosts: ModelHosts, url: URL): Promise<boolean> {
  if (LOCAL_NAMES.test(url.hostname)) return true;
  const address = addressIn(url);
  const addresses = address === undefined ? await hosts.resolve(url.hostname) : [address];
  return addresses.some((found) => !isPublicAddress(found));
}
