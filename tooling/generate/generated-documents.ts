import { clientOperations, clientSchemas } from "./client/client-files.ts";
import { contextExamples } from "./context-examples.ts";
import { endpointList } from "./endpoint-list.ts";
import { environmentExample } from "./environment-example.ts";
import { factList, factRecord } from "./fact-list.ts";
import type { GeneratedDocument } from "./generated-document.ts";
import { stateDiagrams } from "./state-diagrams.ts";

export const GENERATED_DOCUMENTS: readonly GeneratedDocument[] = [
  environmentExample,
  stateDiagrams,
  endpointList,
  contextExamples,
  factRecord,
  factList,
  clientSchemas,
  clientOperations,
];
