import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["not an address", "not an address"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("all addresses of one network are one place, and of two networks two", () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16));
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(":"));
  fc.assert(
    fc.property(half, half, half, half, (network, host, other, elsewhere) => {
      expect(networkOf(`${network}:${host}`)).toBe(networkOf(`${network}:${other}`));
      expect(networkOf(`${network}:${host}`) === networkOf(`${elsewhere}:${host}`)).toBe(network === elsewhere);
    }),
  );
});
