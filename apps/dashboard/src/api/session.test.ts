import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { type Me, me } from "./queries/organization.ts";
import { queryClient } from "./query-client.ts";
import { beChanged } from "./session.ts";

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

function whoWith(email: string): Me {
  return {
    personId: "psn_1",
    name: "Ada",
    email,
    role: "owner",
    organization: { id: "org_1", name: "Analytical Engines" },
  } as Me;
}

test("no answer that was overtaken says for long who somebody is", async () => {
  let known = "before@example.com";
  vi.stubGlobal("fetch", async () => Response.json(whoWith(known)));
  const observer = new QueryObserver(queryClient, me);
  const leave = observer.subscribe(() => undefined);
  const shown = () => observer.getCurrentResult().data?.email;
  await expect.poll(shown).toBe("before@example.com");
  known = "after@example.com";
  await beChanged(whoWith("after@example.com"));
  expect(shown()).toBe("after@example.com");
  // The answer to an earlier change comes last.
  await beChanged(whoWith("before@example.com"));
  await expect.poll(shown).toBe("after@example.com");
  leave();
});
