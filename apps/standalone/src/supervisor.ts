import { once } from "node:events";
import { Fault } from "@cadre/shared";
import { z } from "zod";
import { keepChild, type KeptChild } from "./children/keep-child.ts";
import { logLine, type LogStyle } from "./children/log-line.ts";
import type { StandaloneEnv } from "./env.ts";
import { refuseFullDisk } from "./home/free-space.ts";
import { takeHomeLock } from "./home/home-lock.ts";
import { closePrivateFolders, makeHome } from "./home/stored-file.ts";
import { NO_KEYS, openModel } from "./model/open-model.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import { refuseTakenPort } from "./port.ts";
import type { Programs } from "./programs.ts";
import { slowStep } from "./slow-step.ts";

export type SupervisorOptions = {
  readonly env: StandaloneEnv;
  readonly programs: Programs;
  /** Given to the children as it is, beside what they need to know. */
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted when a person or the system asks to stop. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Shows a line that the next one replaces; undefined where lines stay. */
  readonly overwrite?: ((line: string) => void) | undefined;
  readonly style: LogStyle;
  /** Called once with the address that a person opens. */
  readonly onReady: (ready: { url: string; setupToken: string | undefined }) => void;
};

/** What a child tells when it works. The API adds the token of the setup page, until the first owner was made. */
const ReadyMessage = z.object({ type: z.literal("ready"), setupToken: z.string().nullish() });

type ReadyMessage = z.infer<typeof ReadyMessage>;

/**
 * Runs one machine until it is asked to stop: database, model, API and worker, each started again when it dies. Ends
 * everything it started, in reverse order, whatever happens.
 */
export async function runMachine(options: SupervisorOptions): Promise<void> {
  const cleanUp = new AsyncDisposableStack();
  try {
    await runUntilStopped(options, cleanUp);
  } finally {
    await cleanUp.disposeAsync();
  }
}

async function runUntilStopped(options: SupervisorOptions, cleanUp: AsyncDisposableStack): Promise<void> {
  const { env, signal, print } = options;
  const url = `http://127.0.0.1:${env.port}`;
  const trouble = new AbortController();
  const stopped = AbortSignal.any([signal, trouble.signal]);

  makeHome(env.home);
  cleanUp.defer(takeHomeLock(env.home, url));
  closePrivateFolders(env.home);
  refuseFullDisk(env.home);
  await refuseTakenPort(env.port);

  const children: KeptChild[] = [];
  const database = await openDatabase(env, {
    note: print,
    overwrite: options.overwrite,
    onMoved: () => children.forEach((child) => child.restart()),
    onLost: (reason) => trouble.abort(reason),
  });
  cleanUp.defer(() => database.stop());
  stopped.throwIfAborted();

  const model = await openModel(env, stopped);
  cleanUp.defer(() => model.close());
  print(`Model: ${model.environment.CADRE_MODEL_PROVIDER} (${model.reason}).`);

  const around: Around = { database, model: model.environment, trouble, isUp: false };
  const api = startChild("api", options, around);
  const worker = startChild("worker", options, around);
  children.push(api.child, worker.child);
  cleanUp.defer(async () => {
    print("Stopping …");
    await Promise.all(children.map((child) => child.stop()));
  });

  const bothReady = unlessAborted(stopped, Promise.all([api.ready, worker.ready]));
  const [ready] = await slowStep("Starting the processes", print, bothReady);
  around.isUp = true;
  const setupToken = ready.setupToken ?? undefined;
  options.onReady({ url, setupToken });
  if (!stopped.aborted) await once(stopped, "abort");
  trouble.signal.throwIfAborted();
}

type Around = {
  readonly database: OpenDatabase;
  readonly model: Readonly<Record<string, string>>;
  readonly trouble: AbortController;
  /** A child that does not start ends the first start with its reason; later the rest of the machine goes on. */
  isUp: boolean;
};

type StartedChild = { readonly child: KeptChild; readonly ready: Promise<ReadyMessage> };

function startChild(name: keyof Programs, options: SupervisorOptions, around: Around): StartedChild {
  const { env, print } = options;
  const ready = Promise.withResolvers<ReadyMessage>();
  const child = keepChild({
    name,
    file: options.programs[name],
    environment: (previousPid) => ({
      ...options.environment,
      // Only the worker calls models for agents: no other process needs a key of the environment.
      ...(name === "worker" ? around.model : NO_KEYS),
      CADRE_HOME: env.home,
      CADRE_PORT: String(env.port),
      DATABASE_URL: around.database.url(),
      CADRE_PREVIOUS_PID: previousPid === undefined ? "" : String(previousPid),
    }),
    onLine: (line) => print(logLine(name, line, options.style)),
    onMessage: (message) => {
      const parsed = ReadyMessage.safeParse(message);
      if (parsed.success) ready.resolve(parsed.data);
    },
    onHopeless: (tail) => {
      const reason = hopeless(name, tail);
      if (around.isUp) print(reason.message);
      else around.trouble.abort(reason);
    },
  });
  return { child, ready: ready.promise };
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = signal.aborted ? Promise.resolve() : once(signal, "abort");
  await Promise.race([work, aborted]);
  signal.throwIfAborted();
  return work;
}

function hopeless(name: string, tail: string): Fault {
  return new Fault("unavailable", "standalone.child-keeps-dying", {
    message: `The process "${name}" keeps ending soon after its start. It printed:\n${tail}\nRun \`npm run doctor\` for a check of this machine.`,
  });
}
