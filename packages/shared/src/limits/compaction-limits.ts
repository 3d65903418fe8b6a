/** How a history is made to fit. Sources: agent-platform document 6.3; context-and-assist A.3; decision 0046. */
export const COMPACTION_LIMITS = {
  /** Stage 1: more messages than this are compacted, down to `keptMessages`. */
  maxMessages: 60,
  keptMessages: 40,
  /** What an admin may set instead. */
  compactAboveMessagesMin: 45,
  compactAboveMessagesMax: 10_000,
  /** Stage 3b needs more than this many messages, and keeps a share of them within two bounds. */
  tokenStageAboveMessages: 15,
  tokenStageKeptShare: 0.4,
  tokenStageKeptMin: 10,
  tokenStageKeptMax: 20,
  /** Stage 3c. */
  lastStageAboveMessages: 10,
  lastStageKeptShare: 0.3,
  lastStageKeptMin: 6,
  /** The `harness` profile: what fills the window, and what stays. */
  harnessTriggerShareOfWindow: 0.8,
  harnessKeptTokens: 20_000,
  pinnedByPeopleTokens: 12_000,
  /** Results of tools that read are worth more than their cap. */
  researchResultMinChars: 6_000,
  cappedHeadShare: 0.7,
  /** The last stage cuts the texts of the newest step no shorter than this. */
  shrunkTextMinChars: 400,
  /** What a compaction may say, of the message budget. */
  summaryShareOfBudget: 0.15,
  /** … and of what it replaces, above the minimum. */
  summaryShareOfCut: 0.3,
  summaryMinTokens: 600,
  summaryMaxTokens: 12_000,
  /** Over the budget, a cut that gains less is left to the last stage: else each step would pay for a summary. */
  minSavedShareOfBudget: 0.1,
  proseMaxChars: 1_500,
  peopleWordsChars: 300,
  statementChars: 240,
  openStatements: 400,
  indexedErrorChars: 300,
  indexedErrorsPerResult: 8,
  /** A longer word is no path, id or address, but data. */
  indexedWordChars: 400,
  /** The call that adds prose to a compaction. */
  summaryMessageChars: 300,
  summaryInputChars: 8_000,
  summaryOutputTokens: 1_024,
  summaryTemperature: 0.2,
  summaryOverflowRetries: 3,
  summaryInputMinChars: 1_024,
  /** Without a model: what a summary by rule holds. */
  heuristicErrors: 3,
  heuristicErrorChars: 150,
  heuristicPoints: 5,
  heuristicPointChars: 200,
  /** What a step keeps when it becomes one line. */
  stepArgumentChars: 100,
  stepResearchArgumentChars: 200,
  stepErrorChars: 200,
  stepResearchChars: 500,
  stepResultChars: 120,
  /** Estimates are corrected by what providers report, within bounds, from the newest reports. */
  calibrationMinReports: 3,
  calibrationReports: 20,
  calibrationMin: 0.5,
  calibrationMax: 2,
  /** A smaller change of the calibration changes no counter. */
  calibrationTolerance: 0.005,
  /** How many of an organization's newest calls are looked through for replies of a model. */
  calibrationCallsSearched: 400,
  /** In windows from this size on, a count of messages says nothing: the budget alone decides. */
  budgetDecidesFromWindowTokens: 128_000,
  /** More characters are counted in a thread beside the event loop: they would hold it up for longer than about 20 ms. */
  countOnLoopMaxChars: 60_000,
  /** Entries go to that thread so many at once: a few milliseconds of copying. */
  entriesPostedAtOnce: 250,
  threadIdleMs: 60_000,
  /** Characters of counted texts that a counter remembers. */
  countedTextsChars: 20_000_000,
} as const;
