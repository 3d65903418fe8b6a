/** The code of a system error such as `ENOENT`. Anything else is a bug and is thrown on. */
export function systemErrorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: "does not exist. Find it with list_directory or glob_find",
  EISDIR: "is a folder. Use list_directory to see what is in it",
  ENOTDIR: "is not a folder",
  EACCES: "may not be accessed by this account",
  EPERM: "may not be changed by this account",
  EROFS: "is on a read-only file system",
  ENOSPC: "could not be written: the disk is full",
  ENAMETOOLONG: "has a name that is too long",
  ELOOP: "is a link; name the file it leads to",
  EEXIST: "exists already",
};

/** What a system error means for a path, as one sentence for the agent. */
export function describeSystemError(error: unknown, shown: string): string {
  const code = systemErrorCode(error);
  return `${shown} ${ADVICE[code] ?? `could not be used (${code})`}.`;
}
