import { type Endpoint, ENDPOINTS } from "@cadre/contracts";
import type { GeneratedDocument } from "./generated-document.ts";

const HEAD = `# Endpoints

Written from \`packages/contracts/src/endpoints.ts\` by \`npm run generate\`. Paths begin with \`/api/v1\`. In brackets: the least role
that may call (\`public\` needs no key), and whether an update must or may name the version it saw with \`If-Match\`. Bodies, answers and
examples are in the OpenAPI document at \`/api/openapi.json\`.`;

/** Every endpoint, by resource, from its contract. */
export const endpointList: GeneratedDocument = {
  path: "docs/endpoints.md",
  render: () => {
    const byResource = Map.groupBy(ENDPOINTS, ({ id }) => id.slice(0, id.indexOf(".")));
    const sections = [...byResource].map(([name, endpoints]) => `## ${name}\n\n${endpoints.map(lineOf).join("\n")}`);
    return `${[HEAD, ...sections].join("\n\n")}\n`;
  },
};

function lineOf({ method, path, summary, access, ifMatch, faults = [] }: Endpoint): string {
  const terms = ifMatch === undefined ? access : `${access}, If-Match ${ifMatch}`;
  const codes = faults.map(({ code }) => `\`${code}\``).join(", ");
  return `- \`${method} ${path}\` (${terms}): ${summary}${codes === "" ? "" : ` Codes: ${codes}.`}`;
}
