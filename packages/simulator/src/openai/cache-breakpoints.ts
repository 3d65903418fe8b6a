import { SIMULATOR_LIMITS } from "@cadre/shared";
import type { CacheLifetime, CacheRequest } from "../provider/prefix-cache.ts";
import { estimateTokens } from "../provider/token-estimate.ts";
import { badParameter, type OpenAiError } from "./openai-error.ts";
import type { OpenAiModel } from "./openai-models.ts";
import type { OpenAiRequest, PromptPiece } from "./openai-request.ts";
import { type Fields, objectAt, refuseUnknown, wordAt } from "./request-fields.ts";

const OPTIONS = "prompt_cache_options";
const BREAKPOINT = "prompt_cache_breakpoint";
const LIFETIMES: Readonly<Record<"30m" | "12h", CacheLifetime>> = { "30m": "5m", "12h": "1h" };
const MARKABLE: readonly unknown[] = ["input_text", "input_image", "input_file"];

export type CacheOptions = { readonly mode: OpenAiRequest["cacheMode"]; readonly model: OpenAiModel };

/** Who ends prefixes, the vendor or the request. Models before GPT-5.6 refuse to be told. */
export function readCacheOptions(value: unknown, model: OpenAiModel): CacheOptions {
  if (value === undefined || value === null) return { mode: "implicit", model };
  if (!model.takesBreakpoints) throw unsupported(OPTIONS);
  const options = objectAt(value, OPTIONS);
  refuseUnknown(options, ["mode", "ttl"], `${OPTIONS}.`);
  if (options["ttl"] != null) wordAt(options["ttl"], `${OPTIONS}.ttl`, ["30m"]);
  const mode =
    options["mode"] == null ? "implicit" : wordAt(options["mode"], `${OPTIONS}.mode`, ["implicit", "explicit"]);
  return { mode, model };
}

/** The items of an input as pieces: blocks stand alone, so that a prefix can end between them. */
export function promptPieces(items: readonly unknown[], cache: CacheOptions): PromptPiece[] {
  return items.flatMap((item, at) => {
    if (typeof item === "string") return [{ json: JSON.stringify(item) }];
    const fields = objectAt(item, `input[${at}]`);
    const place = fields["type"] === "function_call_output" ? "output" : "content";
    const { [place]: blocks, ...rest } = fields;
    if (!Array.isArray(blocks)) return [{ json: JSON.stringify(fields) }];
    return blocks.map((block, nth) => pieceOf(rest, { block, param: `input[${at}].${place}[${nth}]`, cache }));
  });
}

function pieceOf(
  rest: Fields,
  part: { readonly block: unknown; readonly param: string; readonly cache: CacheOptions },
): PromptPiece {
  const { [BREAKPOINT]: mark, ...block } = objectAt(part.block, part.param);
  const json = JSON.stringify([rest, block]);
  if (mark === undefined || mark === null) return { json };
  const param = `${part.param}.${BREAKPOINT}`;
  if (!part.cache.model.takesBreakpoints) throw unsupported(param);
  if (!MARKABLE.includes(block["type"]))
    throw badParameter(param, `Unknown parameter: '${param}'.`, "unknown_parameter");
  const fields = objectAt(mark, param);
  refuseUnknown(fields, ["mode", "ttl"], `${param}.`);
  wordAt(fields["mode"], `${param}.mode`, ["explicit"]);
  const ttl = fields["ttl"] == null ? "30m" : wordAt(fields["ttl"], `${param}.ttl`, ["30m", "12h"]);
  return { json, breakpoint: LIFETIMES[ttl] };
}

function unsupported(param: string): OpenAiError {
  return badParameter(
    param,
    `Unsupported parameter: '${param}' is not supported with this model.`,
    "unsupported_parameter",
  );
}

/**
 * The prompt as the cache takes it. Explicitly, the latest four breakpoints are written and the latest eighty read, each exactly where it
 * stands and however far back.
 */
export function cacheBlocks(request: OpenAiRequest): Pick<CacheRequest, "blocks" | "lookbackBlocks"> {
  const plain = request.pieces.map(({ json }) => ({ content: json, tokens: estimateTokens(json) }));
  if (request.cacheMode === "implicit") {
    return { blocks: plain.map((block, at) => ({ ...block, mark: request.pieces[at]?.breakpoint ?? "5m" })) };
  }
  const breakpoints = request.pieces.flatMap(({ breakpoint }, at) => (breakpoint === undefined ? [] : [at]));
  const written = new Set(breakpoints.slice(-SIMULATOR_LIMITS.maxBreakpoints));
  const read = new Set(breakpoints.slice(-SIMULATOR_LIMITS.openAiBreakpointsRead));
  return {
    blocks: plain.map((block, at) => ({
      ...block,
      mark: written.has(at) ? request.pieces[at]?.breakpoint : undefined,
      isReadOnly: read.has(at),
    })),
    lookbackBlocks: 1,
  };
}
