import { expect, test } from "vitest";
import { allowedHosts } from "./allowed-hosts.ts";

const onLoopback = allowedHosts({ host: "127.0.0.1", publicUrl: undefined });

test.each([
  "localhost:4600",
  "127.0.0.1:4600",
  "127.0.0.1",
  "[::1]:4600",
  "LOCALHOST",
  "cadre.localhost:1",
  "192.168.1.4:4600",
])("%s is a loopback name or an address in digits", (host) => {
  expect(onLoopback(host)).toBe(true);
});

test.each([
  undefined,
  "",
  "evil.example",
  "evil.example:4600",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "a b",
  "[::1",
])("%s is the name of somebody else", (host) => {
  expect(onLoopback(host)).toBe(false);
});

test("the name we listen on and the public one are ours, without their ports", () => {
  const isAllowed = allowedHosts({ host: "cadre.internal", publicUrl: "https://cadre.example.com/" });
  expect(isAllowed("cadre.internal:4600")).toBe(true);
  expect(isAllowed("Cadre.Example.com")).toBe(true);
  expect(isAllowed("example.com")).toBe(false);
});

test("listening everywhere allows no names but the public one", () => {
  const isAllowed = allowedHosts({ host: "0.0.0.0", publicUrl: undefined });
  expect(isAllowed("cadre.example.com")).toBe(false);
  expect(isAllowed("10.0.0.3:4600")).toBe(true);
});
