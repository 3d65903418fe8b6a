export { ENDPOINTS } from "./endpoints.ts";
export { streamEvents } from "./http/events.ts";
export { idParam, ListQuery, LongText, Name, pageOf, Timestamp } from "./http/common-schemas.ts";
export {
  defineEndpoint,
  type Endpoint,
  type EndpointFault,
  type EndpointInput,
  type EndpointOutput,
  type HttpMethod,
} from "./http/define-endpoint.ts";
export { Problem } from "./http/problem.ts";
