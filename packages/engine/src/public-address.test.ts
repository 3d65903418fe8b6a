import fc from "fast-check";
import { expect, test } from "vitest";
import { addressIn, isAllowedHost, isPublicAddress } from "./public-address.ts";

test.each([
  ["127.0.0.1", false],
  ["10.255.0.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["172.32.0.1", true],
  ["192.168.1.1", false],
  ["198.18.0.1", false],
  ["0.0.0.0", false],
  ["255.255.255.255", false],
  ["224.0.0.1", false],
  ["8.8.8.8", true],
  ["::1", false],
  ["::", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::a00:1", false],
  ["fe80::1", false],
  ["fd00:ec2::254", false],
  ["ff02::1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["2606:4700:4700::1111", true],
  ["example.com", false],
])("%s: public %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test("an IPv4 address is private in whatever way an IPv6 one carries it", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
    }),
  );
});

test("an address in a URL is seen however it is spelt", () => {
  expect(addressIn(new URL("http://0x7f.1/"))).toBe("127.0.0.1");
  expect(addressIn(new URL("http://2130706433/"))).toBe("127.0.0.1");
  expect(addressIn(new URL("http://[::1]:80/"))).toBe("::1");
  expect(addressIn(new URL("http://example.com/"))).toBeUndefined();
});

test("an operator allows a host, or a host on one port", () => {
  expect(isAllowedHost(new URL("http://10.0.0.1:9000/a"), ["10.0.0.1"])).toBe(true);
  expect(isAllowedHost(new URL("http://10.0.0.1:9000/a"), ["10.0.0.1:9000"])).toBe(true);
  expect(isAllowedHost(new URL("http://10.0.0.1:9001/a"), ["10.0.0.1:9000"])).toBe(false);
  expect(isAllowedHost(new URL("http://10.0.0.1.example.com/"), ["10.0.0.1"])).toBe(false);
});
