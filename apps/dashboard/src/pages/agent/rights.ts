/** What somebody may do with an agent's fields. */
export type Rights = "read" | "change";
