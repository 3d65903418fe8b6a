import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Fault, SUPERVISOR_LIMITS } from "@cadre/shared";
import { serverEnvironment } from "./cluster.ts";
import type { ServerAccount } from "./server-account.ts";
import { explainServerOutput } from "./server-output.ts";

/**
 * A tiny shell between us and the server: when our end of its standard input closes, by will or by death, it asks the
 * server for a fast shutdown. So no server outlives its supervisor, and Ctrl-C in a terminal does not reach it first.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ read -r _ <&3; kill -INT $server 2>/dev/null; } &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code`;

export type ServerCommand = {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly account: ServerAccount;
  readonly log: (line: string) => void;
};

export type ServerProcess = { stop(): Promise<void>; readonly ended: Promise<void> };

/** Starts the server and waits until it takes connections. Fails with the reason it printed. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const settings = Object.entries(command.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(
    "/bin/sh",
    ["-c", GUARD, "cadre-postgres", command.program, "-D", command.folder, "-p", String(command.port), ...settings],
    {
      ...command.account,
      cwd: "/",
      env: serverEnvironment(),
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stdin.on("error", () => undefined);
  await untilReady(child, command);
  return { ended, stop: () => stopServer(child, ended) };
}

function untilReady(child: ChildProcess, command: ServerCommand): Promise<void> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.stdin?.end();
      reject(explainServerOutput(lines.join("\n"), command.folder));
    }, SUPERVISOR_LIMITS.postgresReadyMs);
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      then();
    };
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on("line", (line) => {
        command.log(line);
        if (lines.push(line) > SUPERVISOR_LIMITS.postgresLogTailLines) lines.shift();
        if (line.includes("database system is ready to accept connections")) settle(resolve);
      });
    }
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", () => settle(() => reject(explainServerOutput(lines.join("\n"), command.folder))));
  });
}

async function stopServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stopTookTooLong()), SUPERVISOR_LIMITS.postgresStopMs);
  });
  try {
    await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}

function stopTookTooLong(): Fault {
  return new Fault("unavailable", "postgres.will-not-stop", {
    message: "The embedded database did not stop in time; the next start will stop it.",
  });
}
