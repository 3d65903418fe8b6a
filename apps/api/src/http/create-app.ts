import type { Problem } from "@cadre/contracts";
import { isSetUp } from "@cadre/engine";
import { BODY_LIMIT_BYTES } from "@cadre/server-kit";
import { Fault } from "@cadre/shared";
import { type DynamicModule, Module, RequestMethod } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import type { FastifyInstance, FastifyReply } from "fastify";
import { CONTROLLERS } from "../controllers.ts";
import { readDashboard } from "../dashboard/dashboard-files.ts";
import { serveDashboard } from "../dashboard/serve-dashboard.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { admit } from "./answer-endpoint.ts";
import { ApiContext } from "./api-context.ts";
import { admitBeforeLargeBodies } from "./early-admission.ts";
import { tagReads } from "./entity-tags.ts";
import { FaultFilter } from "./fault-filter.ts";
import { readJsonBodies } from "./json-body.ts";
import { problemOf, problemOfStatus } from "./problem-of.ts";
import { requestIds } from "./request-id.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { sendProblem } from "./send-problem.ts";
import { refuseUnreadable } from "./unreadable-request.ts";

@Module({})
class ApiModule {}

/** Probes and the document; the API itself lies below `/api/v1`. */
const OUTSIDE_THE_API = ["/health/{*rest}", "/metrics", "/api/openapi.json"];

/** Builds the HTTP application around what it needs; it does not listen yet. */
export async function createApp(context: ApiContext): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    moduleOf(context),
    new FastifyAdapter({
      // There is no Nest middleware, so nothing has to make room for it on every request.
      skipMiddie: true,
      bodyLimit: BODY_LIMIT_BYTES,
      trustProxy: context.trustedProxies ?? false,
      genReqId: requestIds(context.deps.newId),
      clientErrorHandler: refuseUnreadable,
      frameworkErrors: (error: { readonly code?: string }, _: unknown, reply: FastifyReply) =>
        sendProblem(reply, addressProblem(error)),
    }),
    { logger: false, bodyParser: false },
  );
  app.useGlobalFilters(new FaultFilter(context.log, allowedMethods(context.endpoints, OUTSIDE_THE_API)));
  app.setGlobalPrefix("/api/v1", { exclude: OUTSIDE_THE_API.map((path) => ({ path, method: RequestMethod.GET })) });
  const server = app.getHttpAdapter().getInstance();
  server.decorate("apiContext", context);
  readJsonBodies(server, bodyLimits(context.endpoints));
  admitBeforeLargeBodies(server, context.endpoints, admit);
  tagReads(server);
  guardRequests(server, context.isAllowedHost);
  serveDashboard(server, () => isSetUp(context.deps), readDashboard());
  return app;
}

/** Routes whose bodies may be larger than others. */
function bodyLimits(endpoints: ApiContext["endpoints"]): ReadonlyMap<string, number> {
  const larger = endpoints.filter(({ bodyBytes }) => bodyBytes !== undefined);
  return new Map(larger.map(({ path, bodyBytes = 0 }) => [`/api/v1${path}`, bodyBytes]));
}

/** An address that cannot be decoded is malformed; one that is too long to be one of ours is nowhere. */
function addressProblem({ code }: { readonly code?: string }): Problem {
  return code === "FST_ERR_BAD_URL" ? problemOfStatus(400, "the address is malformed") : problemOfStatus(404, "");
}

declare module "fastify" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface FastifyInstance {
    /** What endpoints need, for whom Nest's injection comes too late. */
    readonly apiContext: ApiContext;
  }
}

/** What comes before every route, also before those that do not exist. */
function guardRequests(server: FastifyInstance, isAllowedHost: ApiContext["isAllowedHost"]): void {
  server.addHook("onRequest", (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS).header("x-request-id", request.id);
    if (isAllowedHost(request.headers.host)) return done();
    sendProblem(reply, problemOf(foreignHost(request.headers.host)));
  });
}

function foreignHost(host: string | undefined): Fault {
  return new Fault("forbidden", "request.foreign-host", {
    message: `This server does not answer for the host "${host ?? ""}". Use its address, or set CADRE_PUBLIC_URL to the one that people use.`,
    field: "Host",
  });
}

function moduleOf(context: ApiContext): DynamicModule {
  return {
    module: ApiModule,
    controllers: [...CONTROLLERS],
    providers: [{ provide: ApiContext, useValue: context }],
  };
}
