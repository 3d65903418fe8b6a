import { literalSleeps } from "./literal-sleeps.mjs";
import { booleanParameters } from "./boolean-parameters.mjs";
import { moduleMocks } from "./module-mocks.mjs";
import { proseInMarkdown } from "./prose-in-markdown.mjs";

/** Rules of the style guide that need to understand the code; oxlint runs them with its own. */
export default {
  meta: { name: "house" },
  rules: {
    "boolean-parameters": booleanParameters,
    "literal-sleeps": literalSleeps,
    "module-mocks": moduleMocks,
    "prose-in-markdown": proseInMarkdown,
  },
};
