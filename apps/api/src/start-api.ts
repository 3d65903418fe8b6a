import { ENDPOINTS } from "@cadre/contracts";
import { createKeyDesk, authenticateSignIn, createLlmDeps, createLlmTestDeps, createSetupToken } from "@cadre/engine";
import {
  compose,
  createEventHub,
  createLogger,
  createMailer,
  createMetrics,
  createRunStream,
  openCounterStore,
  type RunningServer,
} from "@cadre/server-kit";
import { API_LIMITS } from "@cadre/shared";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import type { ApiEnv } from "./env.ts";
import { allowedHosts } from "./http/allowed-hosts.ts";
import { ApiContext } from "./http/api-context.ts";
import { createApp } from "./http/create-app.ts";
import { rateLimits } from "./http/rate-limits.ts";
import { signInCookie } from "./http/sign-in-cookie.ts";

const API_VERSION = "0.1.0";
const MICROS_PER_USD = 1_000_000;

export type RunningApi = RunningServer & { readonly url: string };

/** Starts the API server. It does no agent work (I20): it writes rows, rings, and streams events. */
export async function startApi(env: ApiEnv): Promise<RunningApi> {
  const log = createLogger("api", env.CADRE_LOG_LEVEL);
  const composition = compose({
    name: "api",
    databaseUrl: env.DATABASE_URL,
    maxConnections: env.CADRE_DATABASE_POOL,
    redisUrl: env.REDIS_URL,
    home: env.CADRE_HOME,
    secretKey: env.CADRE_SECRET_KEY,
    privateHosts: env.CADRE_WEBHOOK_PRIVATE_HOSTS,
    log,
  });
  const { deps, database, link } = composition;
  const onProblem = (error: Error, where: string): void =>
    log.warn({ err: error, where }, "A stream or the count of requests stumbled; it goes on without.");
  const hub = await createEventHub(database, onProblem);
  const runStream = createRunStream(database, onProblem);
  const listening = await link.listen({ positions: hub.ring }, { concurrency: 1 });
  const metrics = createMetrics(database, link);
  const counters = env.REDIS_URL === undefined ? undefined : openCounterStore(env.REDIS_URL, onProblem);
  const context = new ApiContext({
    deps,
    log,
    hub,
    runStream,
    endpoints: ENDPOINTS,
    authenticate: createKeyDesk(deps),
    authenticateSignIn: (token, organizationId) => authenticateSignIn(deps, token, organizationId),
    cookie: signInCookie(env.CADRE_PUBLIC_URL),
    limits: rateLimits(env.CADRE_RATE_LIMIT, counters),
    publicUrl: env.CADRE_PUBLIC_URL,
    trustedProxies: env.CADRE_TRUSTED_PROXIES,
    isAllowedHost: allowedHosts({ host: env.CADRE_HOST, publicUrl: env.CADRE_PUBLIC_URL }),
    llm: createLlmTestDeps(createLlmDeps(deps, env.CADRE_MODEL_HOSTS), env.CADRE_SPEND_LIMIT_USD * MICROS_PER_USD),
    mailer:
      env.CADRE_SMTP_URL === undefined
        ? undefined
        : createMailer({ url: env.CADRE_SMTP_URL, from: env.CADRE_MAIL_FROM }),
    metrics: async () => ({ type: metrics.contentType, text: await metrics.metrics() }),
    version: API_VERSION,
  });
  const app = await createApp(context);
  await app.listen(env.CADRE_PORT, env.CADRE_HOST);
  return {
    url: await app.getUrl(),
    setupToken: await createSetupToken(deps),
    async stop() {
      hub.stop();
      runStream.stop();
      await closeApp(app);
      await listening.stop();
      counters?.close();
      await composition.close();
    },
  };
}

/**
 * Lets requests under way end, for a moment. Then every connection is closed: browsers open some ahead of need, and those would hold
 * the server up until their headers time out.
 */
async function closeApp(app: NestFastifyApplication): Promise<void> {
  const late = setTimeout(
    () => app.getHttpAdapter().getInstance().server.closeAllConnections(),
    API_LIMITS.stopGraceMs,
  );
  await app.close();
  clearTimeout(late);
}
