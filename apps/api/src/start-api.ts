import { createSetupToken } from "@cadre/engine";
import {
  BODY_LIMIT_BYTES,
  compose,
  createEventHub,
  createLogger,
  createMetrics,
  type RunningServer,
} from "@cadre/server-kit";
import { type DynamicModule, Module } from "@nestjs/common";
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { ENDPOINTS } from "@cadre/contracts";
import { CONTROLLERS } from "./controllers.ts";
import type { ApiEnv } from "./env.ts";
import { AccessGuard } from "./http/access.guard.ts";
import { ApiContext } from "./http/api-context.ts";
import { cachedAuthentication } from "./http/cached-authentication.ts";
import { FaultFilter } from "./http/fault-filter.ts";
import { OnceInterceptor } from "./http/once.interceptor.ts";

export const API_VERSION = "0.1.0";

@Module({})
class ApiModule {}

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
    log,
  });
  const { deps, database, link } = composition;
  const onProblem = (error: Error, where: string): void =>
    log.warn({ err: error, where }, "The event stream stumbled.");
  const hub = await createEventHub(database, onProblem);
  const listening = await link.listen({ events: hub.ring }, { concurrency: 1 });
  const metrics = createMetrics(database, link);
  const context = new ApiContext({
    deps,
    log,
    hub,
    endpoints: ENDPOINTS,
    authenticate: cachedAuthentication(deps),
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
      await app.close();
      await listening.stop();
      await composition.close();
    },
  };
}

async function createApp(context: ApiContext): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    moduleOf(context),
    new FastifyAdapter({
      bodyLimit: BODY_LIMIT_BYTES,
      genReqId: () => context.deps.newId("event").replace("evt_", "req_"),
    }),
    { logger: false },
  );
  app.useGlobalFilters(new FaultFilter(context.log));
  app.setGlobalPrefix("/api/v1", { exclude: ["/health/{*rest}", "/metrics", "/api/openapi.json", "/setup", "/"] });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook("onSend", async (request, reply) => {
      void reply.header("x-request-id", request.id);
    });
  return app;
}

function moduleOf(context: ApiContext): DynamicModule {
  return {
    module: ApiModule,
    controllers: [...CONTROLLERS],
    providers: [
      { provide: ApiContext, useValue: context },
      { provide: APP_GUARD, useClass: AccessGuard },
      { provide: APP_INTERCEPTOR, useClass: OnceInterceptor },
    ],
  };
}
