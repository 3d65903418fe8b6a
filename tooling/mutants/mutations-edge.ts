import type { Mutation } from "./mutation.ts";

/** Rules of the edges: launcher, hosts, event positions, the simulated provider. */
export const EDGE_MUTATIONS: readonly Mutation[] = [
  {
    breaks: "A key in the environment is never used before a person allowed it.",
    file: "apps/standalone/src/model/model-choice.ts",
    search: "if (!facts.hasAnthropicKey) return simulated(",
    replace: 'if (facts.hasAnthropicKey) return { provider: "anthropic", reason: "" };\n  return simulated(',
    tests: ["apps/standalone/src/model/model-choice.test.ts"],
  },
  {
    breaks: "The lock of a living process holds.",
    file: "apps/standalone/src/home/home-lock.ts",
    search: "processIdentity(holder.pid) !== holder.identity",
    replace: "processIdentity(holder.pid) === holder.identity",
    tests: ["apps/standalone/src/home/home-lock.test.ts"],
  },
  {
    breaks: "A page of somebody else cannot have its name point at the API.",
    file: "apps/api/src/http/allowed-hosts.ts",
    search: "name !== undefined && (names.has(name) || ",
    replace: 'name !== undefined && (name !== "" || ',
    tests: ["apps/api/src/http/allowed-hosts.test.ts"],
  },
  {
    breaks: "A page on another port of this host changes nothing with our cookie.",
    file: "apps/api/src/http/same-origin.ts",
    search: 'site === "same-origin" ? "here"',
    replace: 'site.startsWith("same-") ? "here"',
    tests: ["apps/api/src/http/same-origin.test.ts"],
  },
  {
    breaks: "On https the cookie of a sign-in is bound to this host.",
    file: "apps/api/src/http/sign-in-cookie.ts",
    search: '"__Host-cadre-sign-in"',
    replace: '"cadre-sign-in"',
    tests: ["apps/api/src/http/sign-in-cookie.test.ts"],
  },
  {
    breaks: "An event gets its position once, after it was committed.",
    file: "packages/server-kit/src/relay/relay.ts",
    search: "update outbox_stream set next_position = next_position + (select count(*) from batch)",
    replace: "update outbox_stream set next_position = next_position",
    tests: ["packages/server-kit/src/relay/relay.db.test.ts"],
  },
  {
    breaks: "The simulated prompt cache forgets what its lifetime is over for.",
    file: "packages/simulator/src/provider/prefix-cache.ts",
    search: "if (entry.expiresAtMs >= this.#now().getTime()) return true;",
    replace: "if (entry.expiresAtMs >= 0) return true;",
    tests: ["packages/simulator/src/provider/prefix-cache.test.ts"],
  },
];
