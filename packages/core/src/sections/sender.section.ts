import { defineSituationSection } from "./define-section.ts";

export const sender = defineSituationSection({
  name: "sender",
  source: "sender of the mailbox item",
  render: ({ sender: from }) => {
    if (from === undefined) return "";
    const role = from.role === undefined ? from.kind : `${from.kind}, ${from.role}`;
    const first = from.isFirstConversation === true ? " This is your first conversation." : "";
    return `You are talking with ${from.name} (${role}).${first}`;
  },
});
