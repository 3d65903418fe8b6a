import { systemNow } from "@cadre/shared";
import type { ProviderSimulator, ProviderSimulatorOptions } from "@cadre/simulator";

/** A provider simulator without pauses in the test's process, listening. */
export async function openProviderSimulator(
  options: Pick<ProviderSimulatorOptions, "isKnownKey" | "policy"> = {},
): Promise<ProviderSimulator & { readonly url: string }> {
  // Loaded here, so that tests of other packages do not load the simulator with testkit.
  const { createProviderSimulator } = await import("@cadre/simulator");
  const simulator = createProviderSimulator({ now: systemNow, pace: 0, ...options });
  return { ...simulator, url: await simulator.listen() };
}
