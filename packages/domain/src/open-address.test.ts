import { fact } from "@cadre/testkit";
import { expect } from "vitest";
import { NewLlmProvider } from "./model/llm-settings.ts";
import { holdsCredentials } from "./open-address.ts";
import { Repository } from "./organization/project.ts";
import { NewLink } from "./tasks/deliverable.ts";
import { NewWebhook } from "./webhooks/webhook.ts";

fact("I17", "an address that holds a name or a password is refused wherever one is given, without repeating it", () => {
  const secret = "ghp_0123456789abcdef";
  for (const address of [`https://x-access-token:${secret}@example.com/a.git`, `https://${secret}@example.com/`]) {
    const refused = [
      Repository.safeParse({ location: address }),
      NewLink.safeParse({ url: address, title: "Report" }),
      NewWebhook.safeParse({ url: address, eventTypes: ["*"] }),
      NewLlmProvider.safeParse({ kind: "openai", name: "V", baseUrl: address }),
    ];
    for (const { success, error } of refused) {
      expect(success).toBe(false);
      expect(error?.message).toContain("no name or password");
      expect(error?.message).not.toContain(secret);
    }
  }
});

fact("I17", "an address without a secret is none, whatever signs are in it", () => {
  const open = [
    "/srv/data@home",
    "git@github.com:team/repository.git",
    "ssh://git@example.com/repository.git",
    "https://example.com/@team/package",
    "https://example.com/?mail=ada@example.com",
    "https://example.com#a@b",
  ];
  expect(open.filter(holdsCredentials)).toEqual([]);
  expect(holdsCredentials("ssh://git:secret@example.com/x")).toBe(true);
  expect(holdsCredentials("postgresql://cadre:secret@localhost/cadre")).toBe(true);
});
