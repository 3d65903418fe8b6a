import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../../text/cut-text.ts";
import { defineProvider } from "./define-provider.ts";

/** The instructions of skills that the agent switched on in this session, in the order of their activation. */
export const activatedSkills = defineProvider({
  name: "activated-skills",
  source: "skills activated in the session",
  render: (facts) =>
    facts.activatedSkills
      .map(({ name, instructions }) => {
        const text = cutText(instructions.trim(), PROMPT_LIMITS.activatedSkillChars).replaceAll(
          /<(?=\/skill>)/g,
          "<\\",
        );
        const title = oneLine(name, PROMPT_LIMITS.deliverableTitleChars).replaceAll(/["<>]/g, "");
        return `<skill name="${title}">\n${text}\n</skill>`;
      })
      .join("\n"),
});
