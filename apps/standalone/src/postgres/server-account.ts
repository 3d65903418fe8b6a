import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { Fault } from "@cadre/shared";

/** Whom the server runs as: `undefined` means "as we are"; root must hand over, since Postgres refuses to run as root. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | undefined;

const ACCOUNT_NAME = "postgres";

/** The account for the database server. As root it is `postgres`, created when missing. */
export function serverAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp();
  if (known !== undefined) return known;
  spawnSync("groupadd", ["--system", ACCOUNT_NAME]);
  spawnSync("useradd", ["--system", "--no-create-home", "--gid", ACCOUNT_NAME, ACCOUNT_NAME]);
  const created = lookUp();
  if (created !== undefined) return created;
  throw new Fault("unavailable", "postgres.no-account", {
    message:
      `Cadre runs as root, Postgres refuses to, and the account "${ACCOUNT_NAME}" could not be created. ` +
      "Start Cadre as an ordinary user, create that account, or set DATABASE_URL.",
  });
}

/** Hands a path to the server's account. */
export function giveTo(path: string, account: ServerAccount): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Whether the server's account can enter a folder, asked from the system by trying it. */
export function mayEnter(folder: string, account: ServerAccount): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0;
}

/** Whether the server's account can run a program. */
export function mayRun(program: string, account: ServerAccount): boolean {
  return spawnSync(program, ["--version"], { ...account, cwd: "/" }).status === 0;
}

function lookUp(): ServerAccount {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const answer = spawnSync("id", [flag, ACCOUNT_NAME], { encoding: "utf8" });
    return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
