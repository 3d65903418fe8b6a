import { activatedSkills } from "./activated-skills.provider.ts";
import { conversations } from "./conversations.provider.ts";
import type { DynamicContextProvider } from "./define-provider.ts";
import { notebook } from "./notebook.provider.ts";

/** Every source of dynamic context, in the order it is shown. Adding one is its file and one line here. */
export const DYNAMIC_CONTEXT_PROVIDERS: readonly DynamicContextProvider[] = [activatedSkills, notebook, conversations];
