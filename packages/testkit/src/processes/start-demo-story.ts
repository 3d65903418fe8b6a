import type { Actor } from "@cadre/domain";
import type { EngineDeps, StartedDemo } from "@cadre/engine";

/** Starts the bundled story through the engine, as the API does. */
export async function startDemoStory(deps: EngineDeps, actor: Actor): Promise<StartedDemo> {
  // Loaded here, so that tests of other packages do not load the engine with testkit.
  const { startDemo } = await import("@cadre/engine");
  return startDemo(deps, actor);
}
