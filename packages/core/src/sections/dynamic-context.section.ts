import { defineSituationSection } from "./define-section.ts";
import { DYNAMIC_CONTEXT_PROVIDERS } from "./dynamic-context/providers.ts";

/** What the registered providers have to say now. */
export const dynamicContext = defineSituationSection({
  name: "dynamic-context",
  source: DYNAMIC_CONTEXT_PROVIDERS.map(({ source }) => source).join(", "),
  render: (facts) =>
    DYNAMIC_CONTEXT_PROVIDERS.map(({ render }) => render(facts))
      .filter((text) => text !== "")
      .join("\n\n"),
});
