import fc from "fast-check";
import { expect, test } from "vitest";
import { ROLES } from "../actor.ts";
import { isRoleAtLeast, lesserRole } from "./access.ts";

const role = fc.constantFrom(...ROLES);

test("a key never can more than itself, nor more than its person", () => {
  fc.assert(
    fc.property(role, role, (one, other) => {
      const both = lesserRole(one, other);
      expect([one, other]).toContain(both);
      expect(isRoleAtLeast(one, both)).toBe(true);
      expect(isRoleAtLeast(other, both)).toBe(true);
      expect(lesserRole(other, one)).toBe(both);
    }),
  );
});

test("roles stand in one order", () => {
  fc.assert(
    fc.property(role, role, role, (a, b, c) => {
      expect(isRoleAtLeast(a, b) || isRoleAtLeast(b, a)).toBe(true);
      if (isRoleAtLeast(a, b) && isRoleAtLeast(b, c)) expect(isRoleAtLeast(a, c)).toBe(true);
    }),
  );
});
