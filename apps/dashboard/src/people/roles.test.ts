import { expect, test } from "vitest";
import { isAtLeast, ROLE_ORDER, rolesToGive } from "./roles.ts";

test("every role may what itself and the lesser ones may", () => {
  expect(ROLE_ORDER.map((role) => ROLE_ORDER.filter((least) => isAtLeast(role, least)).length)).toEqual([4, 3, 2, 1]);
});

test("nobody gives a role above their own, and only admins give any", () => {
  expect(rolesToGive("owner")).toEqual(["owner", "admin", "member", "viewer"]);
  expect(rolesToGive("admin")).toEqual(["admin", "member", "viewer"]);
  expect(rolesToGive("member")).toEqual([]);
});
