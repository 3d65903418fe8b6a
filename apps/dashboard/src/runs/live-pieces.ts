/** A piece of what a model writes, as the run's stream tells it. */
export type Delta = {
  readonly fence: number;
  readonly step: number;
  readonly seq: number;
  readonly kind: string;
  readonly text: string;
};

/** What is being written and is in no log yet. */
export type LiveText = {
  readonly fence: number;
  readonly step: number;
  readonly thinking: string;
  readonly text: string;
  /** What the running tool prints. */
  readonly output: string;
};

/** Takes a piece in: a higher fence or step begins anew, an older one is told too late. */
export function withPiece(live: LiveText | undefined, piece: Delta): LiveText | undefined {
  const isOlder =
    live !== undefined && (piece.fence < live.fence || (piece.fence === live.fence && piece.step < live.step));
  if (isOlder) return live;
  const isNew = live === undefined || piece.fence > live.fence || piece.step > live.step;
  const now = isNew ? { fence: piece.fence, step: piece.step, thinking: "", text: "", output: "" } : live;
  if (piece.kind === "text") return { ...now, text: now.text + piece.text };
  if (piece.kind === "thinking") return { ...now, thinking: now.thinking + piece.text };
  if (piece.kind === "output") return { ...now, output: (now.output + piece.text).slice(-MOST_OUTPUT_CHARS) };
  return now;
}

const MOST_OUTPUT_CHARS = 20_000;
