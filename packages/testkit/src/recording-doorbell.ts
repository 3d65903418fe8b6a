import type { Doorbell } from "@cadre/engine";

type Ring<Name extends keyof Doorbell> = Parameters<Doorbell[Name]>[0];

/** A doorbell nobody hears: tests look at what was rung, or never ring at all. */
export type RecordingDoorbell = Doorbell & {
  readonly runs: Ring<"run">[];
  readonly controls: Ring<"control">[];
};

export function recordingDoorbell(): RecordingDoorbell {
  const runs: Ring<"run">[] = [];
  const controls: Ring<"control">[] = [];
  return {
    runs,
    controls,
    run: (hint) => void runs.push(hint),
    control: (hint) => void controls.push(hint),
    events: () => undefined,
  };
}
