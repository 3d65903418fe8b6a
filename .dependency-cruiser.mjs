/** Which package may import which; the direction of the arrows in ARCHITECTURE.md. */
const MAY_IMPORT = {
  shared: [],
  domain: ["shared"],
  contracts: ["shared", "domain"],
  core: ["shared", "domain"],
  "llm-router": ["shared", "domain"],
  "tool-selector": ["shared", "domain"],
  database: ["shared", "domain"],
  harness: ["shared", "domain", "core", "llm-router", "tool-selector"],
  engine: ["shared", "domain", "core", "llm-router", "tool-selector", "database", "harness"],
  "server-kit": ["shared", "domain", "contracts", "database", "engine"],
  simulator: ["shared"],
  client: [],
};

/** What the engine does, one folder each. `turns` and `demo` are made of features; other folders serve them. */
const FEATURES = [
  "agents",
  "announcements",
  "approvals",
  "assist",
  "audit",
  "budgets",
  "conversations",
  "deliverables",
  "documents",
  "feedback",
  "heartbeats",
  "mailbox",
  "memory",
  "models",
  "notifications",
  "organization",
  "projects",
  "requirements",
  "runs",
  "sessions",
  "settings",
  "tasks",
  "tools",
  "webhooks",
].join("|");

const TEST_FILES = "\\.(test|fixture|suite)\\.tsx?$|/(fixtures|test)/|^packages/testkit/|^e2e/|^tooling/";

const direction = Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
  name: `direction-${name}`,
  severity: "error",
  comment: `packages/${name} may import only: ${allowed.join(", ") || "nothing of ours"}.`,
  from: { path: `^packages/${name}/src/`, pathNot: TEST_FILES },
  to: { path: "^(packages|apps)/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
}));

/** Libraries that only their own place may know. */
const ONLY_IN = [
  {
    what: "nest-and-bullmq",
    library: "(@nestjs/[^/]+|bullmq|ioredis|fastify)",
    place: "^(apps/|packages/server-kit/)",
  },
  {
    what: "react-and-vite",
    library: "(react|react-dom|radix-ui|@tanstack/[^/]+|vite)",
    place: "^apps/dashboard/",
  },
  { what: "prisma", library: "(@prisma/[^/]+|prisma)", place: "^tooling/database/" },
  { what: "pg", library: "pg", place: "^(packages/(database|server-kit|testkit)/|apps/standalone/)" },
  {
    what: "vendor-sdk",
    library: "(@anthropic-ai/sdk|openai|@google/genai)",
    place: "^packages/llm-router/src/providers/",
  },
  { what: "mcp-sdk", library: "@modelcontextprotocol/[^/]+", place: "^packages/tool-selector/src/mcp/" },
];

const dashboard = {
  name: "direction-dashboard",
  severity: "error",
  comment: "apps/dashboard runs in browsers: it may import only shared, domain and contracts.",
  from: { path: "^apps/dashboard/", pathNot: TEST_FILES },
  to: { path: "^(packages|apps)/", pathNot: "^(apps/dashboard|packages/(shared|domain|contracts))/" },
};

const libraries = ONLY_IN.map(({ what, library, place }) => ({
  name: `only-in-${what}`,
  severity: "error",
  comment: `${library} is known only in ${place}.`,
  from: { pathNot: `${place}|${TEST_FILES}` },
  // The type of a library alone is no use of it: the simulator keeps its answers in step with the SDK's types that way.
  to: { path: `(^|node_modules/)${library}(/|$)`, dependencyTypesNot: ["type-only"] },
}));

export default {
  forbidden: [
    ...direction,
    dashboard,
    ...libraries,
    {
      name: "engine-features-are-apart",
      severity: "error",
      comment:
        "Engine features call each other through deps, a move's `then`, or an event; they never import each other.",
      from: { path: `^packages/engine/src/(${FEATURES})/`, pathNot: TEST_FILES },
      to: { path: `^packages/engine/src/(${FEATURES}|turns|demo)/`, pathNot: "^packages/engine/src/$1/" },
    },
    {
      name: "through-the-front-door",
      severity: "error",
      comment: "Another package is imported by its name, through its index.ts.",
      from: { path: "^(packages|apps)/([^/]+)/", pathNot: TEST_FILES },
      to: { path: "^packages/([^/]+)/src/(?!index\\.ts$)", pathNot: "^(packages|apps)/$2/" },
    },
    {
      name: "apps-are-apart",
      severity: "error",
      comment: "An app imports no other app; standalone starts the two that share its worker process.",
      from: { path: "^apps/([^/]+)/", pathNot: `${TEST_FILES}|^apps/standalone/` },
      to: { path: "^apps/[^/]+/", pathNot: "^apps/$1/" },
    },
    {
      name: "tests-stay-tests",
      severity: "error",
      comment: "Product code never imports testkit, tests or their fixtures.",
      from: { path: "^(packages|apps)/", pathNot: TEST_FILES },
      to: { path: TEST_FILES },
    },
    {
      name: "no-circles",
      severity: "error",
      comment: "Files that import each other in a circle cannot be understood one by one.",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "Every import exists.",
      from: {},
      to: { couldNotResolve: true, pathNot: "^@cadre/testkit$" },
    },
  ],
  options: {
    parser: "tsc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/(dist|generated)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["cadre-source", "import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
