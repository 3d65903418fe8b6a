/** Tools: time, output and approval limits. Source: agent-platform document, `limits` and 8.3. */
export const TOOL_LIMITS = {
  fileReadLines: 500,
  fileReadChars: 40_000,
  fileWriteChars: 1_000_000,
  fileEditBytes: 4_194_304,
  searchMaxResults: 200,
  listMaxEntries: 1_000,
  listMaxDepth: 8,
  searchDefaultResults: 100,
  searchLineChars: 500,
  searchMaxContextLines: 20,
  searchTimeoutMs: 30_000,
  /** Longer results stand in the prompt as a placeholder; the full text stays readable. */
  virtualiseChars: 20_000,
  /** Longer results go to the blob store, with a preview in the log. */
  /** What a placeholder shows of a result: its first characters, and its last lines, each cut. */
  placeholderFrontChars: 200,
  placeholderTailLines: 5,
  placeholderTailLineChars: 200,
  /** Without a tool to read the rest, a long result is shown with this much of its beginning and end. */
  shortenedHeadChars: 12_000,
  shortenedTailChars: 6_000,
  blobChars: 50_000,
  blobPreviewChars: 2_000,
  blobFailedKeepChars: 8_000,
  shellTimeoutDefaultMs: 60_000,
  shellTimeoutMaxMs: 300_000,
  shellMaxOutputBytes: 2_097_152,
  shellCommandChars: 30_000,
  sandboxProbeMs: 15_000,
  killGraceMs: 2_000,
  approvalWaitMs: 86_400_000,
  checkTimeoutMs: 60_000,
  checkOutputChars: 4_000,
  /** Larger blobs are checked while they are read, not before. */
  blobCheckedAtOnceBytes: 8_388_608,
  /** No blob takes so long to write. */
  blobAbandonedAfterMs: 86_400_000,
  snapshotMaxFiles: 1_000,
  snapshotMaxBytes: 268_435_456,
} as const;
