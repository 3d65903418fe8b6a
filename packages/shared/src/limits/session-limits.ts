/** Sessions: what may be kept with one, read back of one, and carried from one place to another. */
export const SESSION_LIMITS = {
  /** Of a title: the key of a task, a space, and its title fit in. */
  titleChars: 240,
  metadataChars: 20_000,
  metadataKeyChars: 100,
  labelChars: 200,
  /** What stands for a missing title: the beginning of what was said last. */
  shownTitleChars: 15,
  keyChars: 200,
  summaryChars: 20_000,
  /** A page of a stored result: lines, bytes, */
  resultPageLines: 2_000,
  resultPageBytes: 262_144,
  /** and what of it a prompt shows whole, with room for the line above it (`TOOL_LIMITS.virtualiseChars`). */
  resultPageChars: 19_000,
  resultMatches: 100,
  /** A deleted session is erased this long after it was deleted. */
  deletedRetentionMs: 2_592_000_000,
  /** How many deleted sessions one turn of housekeeping erases. */
  eraseBatch: 20,
  /** Entries that an export reads at once. */
  exportPageEntries: 200,
  /** The largest body with a file to import, and the most entries in it. */
  importBytes: 33_554_432,
  importEntries: 100_000,
  entryIdChars: 100,
} as const;
