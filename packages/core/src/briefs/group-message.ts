import { PROMPT_LIMITS } from "@cadre/shared";
import { readTemplate } from "../text/read-text.ts";
import type { GroupMessageFacts } from "./brief-facts.ts";

const fill = readTemplate(new URL("./group-message.md", import.meta.url), [
  "channel",
  "key",
  "size",
  "agent",
  "mentioned",
  "reply",
  "isForYou",
  "roster",
  "author",
  "text",
]);

/** A message of a channel as one member gets it: where it came, whom it is for, who is there, and its words. */
export function renderGroupMessage(facts: GroupMessageFacts): string {
  const { agentName, members, mentionedNames, replyToAuthor } = facts;
  const shown = members.slice(0, PROMPT_LIMITS.rosterMembers).map(({ name, position }) => `@${name} (${position})`);
  const hidden = members.length - shown.length;
  const isForYou = mentionedNames.includes(agentName) || replyToAuthor === agentName;
  return fill({
    channel: facts.channelName,
    key: facts.channelKey,
    size: String(members.length),
    agent: agentName,
    mentioned: mentionedNames.length === 0 ? "nobody" : mentionedNames.map((name) => `@${name}`).join(", "),
    reply: replyToAuthor === undefined ? "" : `In reply to ${replyToAuthor}.`,
    isForYou: isForYou ? "yes" : "no",
    roster: `${shown.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}`,
    author: facts.authorName,
    text: facts.text,
  });
}
