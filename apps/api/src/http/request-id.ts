import type { IncomingMessage } from "node:http";
import type { NewId } from "@cadre/shared";

const GIVEN_ID = /^[\w.:-]{1,100}$/;

/** Names each request: by what the client or a proxy called it when that is a plain word, else anew. */
export function requestIds(newId: NewId): (request: Pick<IncomingMessage, "headers">) => string {
  const process = newId("event").replace("evt_", "req_");
  let count = 0;
  return (request) => {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && GIVEN_ID.test(given)) return given;
    count += 1;
    return `${process}_${count}`;
  };
}
