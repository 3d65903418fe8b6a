import { systemNow } from "@cadre/shared";
import type { ProviderSimulator } from "@cadre/simulator";

/** A provider simulator without pauses in the test's process, listening. */
export async function openProviderSimulator(): Promise<ProviderSimulator & { readonly url: string }> {
  // Loaded here, so that tests of other packages do not load the simulator with testkit.
  const { createProviderSimulator } = await import("@cadre/simulator");
  const simulator = createProviderSimulator({ now: systemNow, pace: 0 });
  return { ...simulator, url: await simulator.listen() };
}
