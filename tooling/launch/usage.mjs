/** What `npm start -- --help` prints. */
export const START_USAGE = `Usage: npm start

Starts Cadre on this machine: its database, the API with the dashboard, and the worker. Ctrl-C stops it. It takes no
arguments; variables of the environment configure it:

  CADRE_HOME             Folder of all its files (.cadre in the checkout)
  CADRE_PORT             Port of dashboard and API (4600)
  DATABASE_URL           A Postgres of yours instead of the home's own
  CADRE_MODEL_PROVIDER   simulated, or one that costs money: anthropic, openai, openai-compatible
  ANTHROPIC_API_KEY      Key of the Anthropic provider
  OPENAI_API_KEY         Key of the OpenAI provider
  CADRE_MODEL_HOSTS      Private hosts that the model settings may name, such as localhost:11434
  CADRE_SPEND_LIMIT_USD  Hard cap on model spend per day, in US dollars (5)
  CADRE_SANDBOX          auto, or off: each shell command then needs a person's approval
  CADRE_LOG_LEVEL        trace, debug, info, warn, error or silent (info)

.env.example lists every variable.

Other commands:
  npm run demo      Shows a team at work
  npm run doctor    Checks this machine
  npm test          Checks the checkout
  npm run sign-in-link
                    Makes a link for whoever lost password and keys, while Cadre runs
  npm run build     Installs and compiles, without starting
`;

export function asksForHelp(rest) {
  return rest.includes("--help") || rest.includes("-h");
}
