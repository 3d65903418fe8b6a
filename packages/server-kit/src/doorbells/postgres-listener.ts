import pg from "pg";

const RECONNECT_MS = 1_000;

export type PostgresListener = { stop(): Promise<void> };

/** Listens on channels over one connection of its own, and comes back after a break. */
export async function listenOnPostgres(
  url: string,
  channels: Readonly<Record<string, (payload: string) => void>>,
  onProblem: (error: Error, where: string) => void,
): Promise<PostgresListener> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let connecting = Promise.resolve();

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: "cadre-listen", keepAlive: true });
    next.on("error", (error) => {
      onProblem(error, "listener");
      client = undefined;
      reconnectLater();
    });
    next.on("notification", (notice) => channels[notice.channel]?.(notice.payload ?? ""));
    await next.connect();
    for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    // The end was asked for meanwhile.
    if (isStopped) return next.end();
    client = next;
    // Whatever was rung while nobody listened: every handler looks once.
    for (const heard of Object.values(channels)) heard("");
  }

  function reconnectLater(): void {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      connecting = connect().catch((error: Error) => {
        onProblem(error, "listener");
        reconnectLater();
      });
    }, RECONNECT_MS);
  }

  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}
