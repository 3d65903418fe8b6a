import type { IncomingMessage, ServerResponse } from "node:http";
import { isFault } from "@cadre/shared";
import type { FaultPlan } from "./fault-plan.ts";
import { readPlannedFaults } from "./fault-reader.ts";
import { invalidRequest, ProviderError } from "./provider-error.ts";
import type { RequestLog } from "./request-log.ts";

type ControlCall = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: unknown;
};

const LOOPBACK: readonly string[] = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/** The control routes, for tests in other processes: plan, list and clear faults, and read the log of requests. */
export async function answerControl(
  state: { readonly faults: FaultPlan; readonly requests: RequestLog },
  call: ControlCall,
): Promise<void> {
  if (!LOOPBACK.includes(call.request.socket.remoteAddress ?? "")) {
    throw new ProviderError(403, "The control routes answer on loopback only.");
  }
  const answer = controlAnswer(state, call);
  call.response.writeHead(200, { "content-type": "application/json" });
  call.response.end(JSON.stringify(answer));
}

function controlAnswer(state: Parameters<typeof answerControl>[0], call: ControlCall): object {
  const { faults, requests } = state;
  switch (`${call.request.method} ${call.path}`) {
    case "POST /control/faults":
      faults.plan(...plannedIn(call));
      return { faults: faults.pending() };
    case "GET /control/faults":
      return { faults: faults.pending() };
    case "DELETE /control/faults":
      faults.clear();
      return { faults: [] };
    case "GET /control/requests":
      return { total: requests.total, requests: requests.all() };
    case "DELETE /control/requests":
      requests.clear();
      return { total: 0, requests: [] };
    default:
      throw new ProviderError(404, `Not found: ${call.path}`);
  }
}

function plannedIn(call: ControlCall): ReturnType<typeof readPlannedFaults> {
  if (!(call.request.headers["content-type"] ?? "").startsWith("application/json")) {
    throw invalidRequest("content-type: a fault is planned with application/json"); // keeps forms of web pages out
  }
  try {
    return readPlannedFaults(call.body);
  } catch (error) {
    if (isFault(error)) throw invalidRequest(`${error.field ?? "body"}: ${error.message}`);
    throw error;
  }
}
