/** The folders an agent may read and write, as absolute paths. Relative paths start at the workspace. */
export type PathRoots = {
  /** The task's workspace. */
  readonly workspace: string;
  /** The project's repositories granted to the task. */
  readonly repositories: readonly string[];
  /** The agent's own home. */
  readonly home: string;
};
