import type { StableFacts } from "../prompt-facts.ts";
import { readText } from "../text/read-text.ts";

/** A scenario as agents read it. Its text lives in the harness, which stands above this package: only its prose is read here. */
export function givenScenario(name: string, weight: "full" | "lightweight" = "full"): StableFacts["scenario"] {
  const file = `../../../harness/src/scenarios/${name.replaceAll("_", "-")}.md`;
  return { name, text: readText(new URL(file, import.meta.url)), isLightweight: weight === "lightweight" };
}
