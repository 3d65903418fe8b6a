import { TOOL_CATEGORIES, type ToolCategory, type ToolSpec } from "@cadre/domain";

import type { Tool, ToolContext } from "./define-tool.ts";

/** Every tool of a build, in canonical order: by category, then by name. */
export type ToolRegistry<Context extends ToolContext = ToolContext> = {
  readonly tools: readonly Tool<Context>[];
  readonly find: (name: string) => Tool<Context> | undefined;
};

/** What one situation offers out of a registry. A call to anything else is refused. */
export type ToolSelection<Context extends ToolContext = ToolContext> = {
  readonly registry: ToolRegistry<Context>;
  readonly offered: readonly Tool<Context>[];
  readonly isOffered: (name: string) => boolean;
};

/** Builds the registry from explicit lists. Two tools of one name are a bug and throw. */
export function createToolRegistry<Context extends ToolContext>(
  tools: readonly Tool<Context>[],
): ToolRegistry<Context> {
  const byName = new Map<string, Tool<Context>>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are named ${tool.name}.`);
    byName.set(tool.name, tool);
  }
  return { tools: [...byName.values()].sort(inCanonicalOrder), find: (name) => byName.get(name) };
}

export type ToolSelectionOptions = {
  /** Names a scenario allows; unset allows all. Names this build does not have are passed over. */
  readonly whitelist?: readonly string[] | undefined;
  /** Names taken away by policy since the list was shown. */
  readonly revoked?: readonly string[] | undefined;
};

/** The same registry and options always give the same tools in the same order. */
export function selectTools<Context extends ToolContext>(
  registry: ToolRegistry<Context>,
  options: ToolSelectionOptions,
): ToolSelection<Context> {
  const allowed = options.whitelist === undefined ? undefined : new Set(options.whitelist);
  const revoked = new Set(options.revoked);
  const offered = registry.tools.filter(({ name }) => (allowed?.has(name) ?? true) && !revoked.has(name));
  const names = new Set(offered.map(({ name }) => name));
  return { registry, offered, isOffered: (name) => names.has(name) };
}

/** What a model is told of the tools; the same tools give the same bytes. */
export function toolSpecs(tools: readonly Tool<never>[]): readonly ToolSpec[] {
  return [...tools].sort(inCanonicalOrder).map(({ spec }) => spec);
}

/** Names by category for the `<tools>` section: categories in canonical order, names in alphabetical order, empty ones left out. */
export function toolInventory(
  tools: readonly Tool<never>[],
): readonly { readonly category: ToolCategory; readonly names: readonly string[] }[] {
  return TOOL_CATEGORIES.map((category) => ({
    category,
    names: tools
      .filter((tool) => tool.category === category)
      .map(({ name }) => name)
      .sort(),
  })).filter(({ names }) => names.length > 0);
}

type Placed = { readonly name: string; readonly category: ToolCategory };

function inCanonicalOrder(a: Placed, b: Placed): number {
  const byCategory = TOOL_CATEGORIES.indexOf(a.category) - TOOL_CATEGORIES.indexOf(b.category);
  if (byCategory !== 0) return byCategory;
  return a.name < b.name ? -1 : 1;
}
