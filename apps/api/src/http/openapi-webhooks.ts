import { Event } from "@cadre/contracts";
import { EVENT_TYPES } from "@cadre/domain";
import type { JsonSchema, SchemaWriter } from "./json-schemas.ts";
import { exampleOf } from "./openapi-examples.ts";

/** What a webhook's receiver gets: one entry for all events, since they differ in their type alone. */
export function webhooksOf(schemas: SchemaWriter): JsonSchema {
  const data = schemas.write(Event, "output");
  const schema = {
    type: "object",
    required: ["type", "timestamp", "data"],
    properties: {
      type: { enum: Object.keys(EVENT_TYPES) },
      timestamp: { type: "string", format: "date-time", description: "When it happened." },
      data,
    },
  };
  const header = (name: string, description: string): JsonSchema => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    event: {
      post: {
        operationId: "webhook.event",
        summary: "Tells an event, signed as Standard Webhooks says.",
        description:
          "Answer with 2xx within 15 seconds. Anything else is tried again, for most of a day; 410 switches the webhook off. The same webhook-id may come twice.",
        security: [],
        parameters: [
          header("webhook-id", "The event's id, the same at every try."),
          header("webhook-timestamp", "Seconds since 1970 of this try. Refuse what is older than some minutes."),
          header(
            "webhook-signature",
            "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the bytes of the secret behind `whsec_`. Several, with spaces between, while a secret is rotated.",
          ),
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema, example: exampleOf(schema, schemas.components) } },
        },
        responses: { "2XX": { description: "Taken." }, default: { description: "Not taken; it is tried again." } },
      },
    },
  };
}
