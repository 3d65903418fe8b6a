import { expect } from "vitest";
import { fact } from "@cadre/testkit";
import { complexityOf } from "./complexity.ts";

fact("M153", "tools, characters and messages make a call complex or moderate", () => {
  const small = { tools: 0, chars: 10, messages: 1 };
  expect(complexityOf({ ...small, tools: 5 })).toBe("moderate");
  expect(complexityOf({ ...small, tools: 6 })).toBe("complex");
  expect(complexityOf({ ...small, chars: 2_001 })).toBe("moderate");
  expect(complexityOf({ ...small, chars: 8_000 })).toBe("moderate");
  expect(complexityOf({ ...small, chars: 8_001 })).toBe("complex");
  expect(complexityOf({ ...small, messages: 16 })).toBe("complex");
  expect(complexityOf({ ...small, messages: 15 })).toBe("moderate");
  expect(complexityOf({ tools: 0, chars: 2_000, messages: 5 })).toBe("simple");
});
