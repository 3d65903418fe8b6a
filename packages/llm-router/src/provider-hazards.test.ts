import { providerHazards } from "./provider-hazards.suite.ts";
import { type ProviderName, PROVIDERS } from "./providers.ts";
import { anthropicDialect } from "./providers/anthropic/anthropic-wire.fixture.ts";
import { chatDialect, responsesDialect } from "./providers/openai/openai-wire.fixture.ts";
import type { WireDialect } from "./wire-dialect.fixture.ts";

/** A provider without a dialect does not compile. */
const DIALECTS: Readonly<Record<ProviderName, WireDialect>> = {
  anthropic: anthropicDialect,
  openai: responsesDialect,
  "openai-compatible": chatDialect,
  simulated: anthropicDialect,
};

for (const definition of PROVIDERS) providerHazards(definition, DIALECTS[definition.name]);
