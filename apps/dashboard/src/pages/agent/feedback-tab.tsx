import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Agent, me } from "../../api/queries/organization.ts";
import { FeedbackDialog } from "../../feedback/feedback-dialog.tsx";
import { FeedbackList } from "../../feedback/feedback-list.tsx";
import { isAtLeast } from "../../people/roles.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

/** What people said of an agent and its work. */
export function FeedbackTab({ agent }: { readonly agent: Agent }): ReactNode {
  const maySay = isAtLeast(useQuery(me).data?.role ?? "viewer", "member");
  const [isSaying, setIsSaying] = useState(false);
  const say = maySay && (
    <Button
      size="sm"
      look="primary"
      icon={<MessageSquarePlus className="size-3.5" aria-hidden />}
      onClick={() => setIsSaying(true)}
    >
      Give feedback
    </Button>
  );
  return (
    <Card title="What people said of its work" padding="flush" actions={say}>
      <FeedbackList about={{ agentId: agent.id }} action={undefined} />
      {isSaying && (
        <FeedbackDialog
          title={`Feedback to ${safeText(agent.name)}`}
          about={{ agentId: agent.id }}
          onClose={() => setIsSaying(false)}
        />
      )}
    </Card>
  );
}
