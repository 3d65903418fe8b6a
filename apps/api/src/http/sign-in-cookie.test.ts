import { expect, test } from "vitest";
import { signInCookie } from "./sign-in-cookie.ts";

const lifetime = { now: new Date("2026-01-01T00:00:00Z"), expiresAt: new Date("2026-01-01T01:00:00.900Z") };

test("on https the cookie is bound to this host alone", () => {
  const cookie = signInCookie("https://cadre.example.com");
  expect(cookie.write("cads_x", lifetime)).toBe(
    "__Host-cadre-sign-in=cads_x; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure",
  );
  expect(cookie.clear()).toBe("__Host-cadre-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
  expect(cookie.read("__Host-cadre-sign-in=cads_x")).toBe("cads_x");
  expect(cookie.read("cadre-sign-in=cads_x"), "a cookie that any page of the domain could set").toBeUndefined();
});

test.each([
  ["cadre-sign-in=cads_a-b_c", "cads_a-b_c"],
  ["a=1; cadre-sign-in=cads_1 ; b=2", "cads_1"],
  ["xcadre-sign-in=cads_1", undefined],
  ["cadre-sign-in=", undefined],
  ['cadre-sign-in="quoted"', undefined],
  [undefined, undefined],
])("of %s it reads %s", (header, token) => {
  expect(signInCookie(undefined).read(header)).toBe(token);
});
