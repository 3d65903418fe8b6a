import { BlockList, isIP } from "node:net";

/** What is nobody's on the internet, or somebody's own network (IANA special-purpose registries). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Of IPv6 only 2000::/3 is given to anybody; these parts of it carry IPv4 addresses inside, or are for documents and tests. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, "ipv6");
const given = new BlockList();
given.addSubnet("2000::", 3, "ipv6");

/** Whether an address, in digits, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && given.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Whether an operator lets our servers call this host whatever its address is. */
export function isAllowedHost(url: URL, privateHosts: readonly string[]): boolean {
  return privateHosts.includes(url.host) || privateHosts.includes(url.hostname);
}

/** The host of a URL as an address in digits; undefined when it is a name. */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? undefined : host;
}
