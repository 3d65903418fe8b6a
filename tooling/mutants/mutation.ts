/** One rule broken on purpose, and the tests that must notice. */
export type Mutation = {
  /** The rule, as a sentence. */
  readonly breaks: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly search: string;
  readonly replace: string;
  /** Paths of test files; at least one test in them must fail. */
  readonly tests: readonly string[];
};
