/** Notebook, knowledge and observations. Source: agent-platform document, `limits` and 4. */
export const MEMORY_LIMITS = {
  notebookAgentEntries: 15,
  notebookEntryChars: 6_000,
  knowledgeSectionChars: 3_000,
  knowledgeTotalChars: 15_000,
  observations: 500,
  dreamEntries: 200,
  dreamMinObservations: 50,
  consolidationIntervalMs: 14_400_000,
  concurrentDreams: 3,
} as const;
