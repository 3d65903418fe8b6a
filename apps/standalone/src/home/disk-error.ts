import { Fault } from "@cadre/shared";

const REASONS: Readonly<Record<string, { readonly code: string; readonly why: string; readonly remedy: string }>> = {
  EACCES: denied("you may not write there"),
  EPERM: denied("you may not write there"),
  EROFS: denied("the file system is read-only"),
  ENOSPC: {
    code: "home.disk-full",
    why: "the disk is full",
    remedy: "Free some space and start again; nothing is lost.",
  },
  EDQUOT: { code: "home.disk-full", why: "the disk quota is used up", remedy: "Free some space and start again." },
  ENOENT: {
    code: "home.not-a-folder",
    why: "there is no such folder, and none can be made there",
    remedy: "Set CADRE_HOME to a folder on an ordinary disk.",
  },
  ENOTDIR: { code: "home.not-a-folder", why: "a part of the path is a file", remedy: "Set CADRE_HOME to a folder." },
  EEXIST: { code: "home.not-a-folder", why: "there is a file of that name", remedy: "Set CADRE_HOME to a folder." },
};

function denied(why: string): { code: string; why: string; remedy: string } {
  return { code: "home.read-only", why, remedy: "Make the folder writable, or set CADRE_HOME to one that is." };
}

/** Turns a refusal of the file system into a sentence with a remedy; anything unknown comes back as it is. */
export function explainDiskError(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = REASONS[code];
  if (reason === undefined) return error;
  return new Fault("unavailable", reason.code, {
    message: `Cannot write ${path}: ${reason.why} (${code}). ${reason.remedy}`,
    cause: error,
  });
}
