import type { OfferedTool } from "../policy.ts";
import { badParameter } from "./openai-error.ts";
import { type Fields, objectAt, textAt } from "./request-fields.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** One function as a dialect describes it. */
export function offeredTool(fields: Fields, param: string): OfferedTool {
  const name = textAt(fields["name"], `${param}.name`);
  if (!NAME.test(name)) {
    throw badParameter(
      `${param}.name`,
      `Invalid '${param}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  }
  const parameters = fields["parameters"] === undefined ? {} : objectAt(fields["parameters"], `${param}.parameters`);
  if (fields["parameters"] !== undefined && parameters["type"] !== "object") {
    const message = `Invalid schema for function '${name}': schema must have type 'object'.`;
    throw badParameter(`${param}.parameters`, message, "invalid_function_parameters");
  }
  const properties = parameters["properties"];
  return {
    name,
    description: fields["description"] == null ? "" : textAt(fields["description"], `${param}.description`),
    properties: properties == null ? [] : Object.keys(objectAt(properties, `${param}.parameters.properties`)),
  };
}
