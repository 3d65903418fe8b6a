import type { Mutation } from "./mutation.ts";
import { DOMAIN_MUTATIONS } from "./mutations-domain.ts";
import { ENGINE_MUTATIONS } from "./mutations-engine.ts";
import { EDGE_MUTATIONS } from "./mutations-edge.ts";
import { HISTORY_MUTATIONS } from "./mutations-history.ts";
import { PROMPT_MUTATIONS } from "./mutations-prompt.ts";

export const MUTATIONS: readonly Mutation[] = [
  ...DOMAIN_MUTATIONS,
  ...ENGINE_MUTATIONS,
  ...EDGE_MUTATIONS,
  ...PROMPT_MUTATIONS,
  ...HISTORY_MUTATIONS,
];
