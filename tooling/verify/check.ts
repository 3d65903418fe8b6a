export type CheckResult = {
  /** One line each: where, what, and what to do. Empty when all is well. */
  readonly problems: readonly string[];
  /** How much was looked at, for the table. */
  readonly summary: string;
};

export type Check = {
  readonly name: string;
  readonly run: (root: string) => Promise<CheckResult>;
};
