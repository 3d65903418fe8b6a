/** Colours, cursor moves, titles and links of terminals: CSI in two forms, OSC, and the short sequences. */
const SEQUENCES = new RegExp(
  [
    String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u009b[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)?`,
    String.raw`\u001b[@-Z\\-_ -/].`,
  ].join("|"),
  "g",
);

/** A text without the sequences that steer a terminal (ECMA-48): no reader sees them. */
export function withoutTerminalSequences(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? text.replace(SEQUENCES, "") : text;
}
