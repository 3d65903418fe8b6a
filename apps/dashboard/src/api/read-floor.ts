/**
 * Where in the event stream this tab's answers were read: each says the position it was read at or after, and the oldest of them is where
 * a line has to begin that misses nothing. Kept apart from the line, since answers come first.
 */
export type ReadFloor = {
  /** To be asked when a request is sent; the answer's position is given to what it returns. */
  readonly noteRequest: () => (position: string | null) => void;
  /** The position to go on from, or undefined while no answer named one. */
  readonly position: () => string | undefined;
  /** A line goes on from this position. An answer that was asked for earlier, and was read before it, has missed something: calls back. Ends with the line. */
  readonly beginLine: (from: string | undefined, onOlderAnswer: () => void) => () => void;
  /** What was read so far is about to be thrown away. */
  readonly forget: () => void;
};

export function createReadFloor(): ReadFloor {
  let floor: number | undefined;
  let line: { readonly from: number; readonly onOlderAnswer: () => void } | undefined;
  return {
    noteRequest() {
      const lineThen = line;
      return (position) => {
        const at = position === null || position === "" ? Number.NaN : Number(position);
        if (!Number.isSafeInteger(at)) return;
        floor = Math.min(floor ?? at, at);
        if (line !== undefined && line !== lineThen && at < line.from) line.onOlderAnswer();
      };
    },
    position: () => (floor === undefined ? undefined : String(floor)),
    beginLine(from, onOlderAnswer) {
      if (from === undefined) return () => undefined;
      const own = { from: Number(from), onOlderAnswer };
      line = own;
      return () => {
        if (line === own) line = undefined;
      };
    },
    forget() {
      floor = undefined;
    },
  };
}

/** The floor of this tab. */
export const readFloor = createReadFloor();
