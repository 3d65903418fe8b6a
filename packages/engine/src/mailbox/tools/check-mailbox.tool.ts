import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { listMailbox, type MailboxEntry, type MailboxView } from "../list-mailbox.ts";

const PRIORITIES = ["critical", "high", "normal", "low", "background"];

export const checkMailboxTool = defineTool<EngineToolContext>()({
  name: "check_mailbox",
  category: "Team & messaging",
  description: "Shows what you have in hand and what waits in your mailbox, in the order it will come to you.",
  parameters: z.strictObject({}),
  effect: "read",
  run: async (_args, context) => {
    const mailbox = await listMailbox(context.deps, context.actor, { agentId: context.agentId });
    return toolText(mailboxText(mailbox), mailbox.counts);
  },
});

function mailboxText({ focus, queue, counts }: MailboxView): string {
  const waiting = counts.queued + counts.deferred;
  const unshown = waiting - queue.length;
  return [
    `In hand (${focus.length}):`,
    ...focus.map(line),
    `Waiting (${waiting}):`,
    ...queue.map(line),
    ...(unshown > 0 ? [`… and ${unshown} more`] : []),
  ].join("\n");
}

function line(item: MailboxEntry): string {
  const later = item.notBefore === null ? "" : `, not before ${item.notBefore}`;
  return `- [${item.id}] ${item.type}, ${PRIORITIES[item.priority] ?? "normal"}, ${item.status}${later}: ${item.headline}`;
}
