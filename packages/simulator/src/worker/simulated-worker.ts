import type { Policy } from "../policy.ts";
export const simulatedWorker: Policy = () => ({ blocks: [{ type: "text", text: "[simulated worker] I am a scripted stand-in, not a language model." }] });
