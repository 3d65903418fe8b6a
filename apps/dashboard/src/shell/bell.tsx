import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Bell as BellIcon, BellOff } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { notifications, type Notification, unreadCount } from "../api/queries/work.ts";
import { Ago } from "../format/time.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { tellProblem } from "../ui/toast.tsx";
import { addressOfEntity } from "./entity-address.ts";

/** What happened that concerns you. With a class of its own it stands in a row of items that have their word below. */
export function Bell({ className }: { readonly className?: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const unread = useQuery(unreadCount).data?.unread ?? 0;
  const label = unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        {className === undefined ? (
          <IconButton
            label={label}
            icon={
              <>
                <BellIcon className="size-4" aria-hidden />
                {unread > 0 && <Dot className="top-1.5 right-1.5" />}
              </>
            }
          />
        ) : (
          <button type="button" aria-label={label} className={className}>
            <span className="relative">
              <BellIcon className="size-5" aria-hidden />
              {unread > 0 && <Dot className="top-0 right-0" />}
            </span>
            Notifications
          </button>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Notifications"
          className="z-50 flex max-h-[70vh] w-[min(24rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-lg bg-raised shadow-overlay animate-rise"
        >
          <Inbox onDone={() => setIsOpen(false)} unread={unread} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Dot({ className }: { readonly className: string }): ReactNode {
  return <span aria-hidden className={cx("absolute size-2 rounded-full bg-bad-strong ring-2 ring-page", className)} />;
}

function Inbox({ onDone, unread }: { readonly onDone: () => void; readonly unread: number }): ReactNode {
  const list = useQuery(notifications);
  const markRead = useMarkRead();
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">Notifications</h2>
        {unread > 0 && (
          <Button size="sm" look="quiet" onClick={() => markRead.mutate({ all: true })}>
            Mark all read
          </Button>
        )}
      </header>
      <div className="min-h-0 overflow-y-auto">
        {list.isPending && <SkeletonRows count={3} />}
        {list.isError && (
          <ErrorState error={list.error} doing="read your notifications" onRetry={() => void list.refetch()} />
        )}
        {list.data?.data.length === 0 && (
          <EmptyState icon={<BellOff className="size-6" aria-hidden />} title="Nothing yet">
            You are told here when a task is done, fails or needs you.
          </EmptyState>
        )}
        <ul>
          {list.data?.data.map((notification) => (
            <Line
              key={notification.id}
              notification={notification}
              onDone={onDone}
              onRead={(id) => markRead.mutate({ ids: [id] })}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

type LineProps = {
  readonly notification: Notification;
  readonly onDone: () => void;
  readonly onRead: (id: string) => void;
};

function Line({ notification, onDone, onRead }: LineProps): ReactNode {
  const navigate = useNavigate();
  const address = notification.entity === null ? undefined : addressOfEntity(notification.entity);
  const open = (): void => {
    if (notification.readAt === null) onRead(notification.id);
    if (address !== undefined) void navigate({ to: address });
    onDone();
  };
  return (
    <li className="border-b border-line last:border-0">
      <button type="button" onClick={open} className="flex w-full gap-3 px-4 py-2.5 text-left hover:bg-hover">
        <span
          aria-hidden
          className={cx(
            "mt-1.5 size-2 shrink-0 rounded-full",
            notification.readAt === null ? "bg-accent" : "bg-transparent",
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-sm font-medium foreign-text">{safeText(notification.title)}</span>
          {notification.body !== "" && (
            <span className="mt-0.5 line-clamp-2 text-xs text-soft foreign-text">{safeText(notification.body)}</span>
          )}
          <Ago at={notification.createdAt} className="mt-0.5 block text-2xs text-faint" />
        </span>
        {notification.readAt === null && <span className="sr-only">unread</span>}
      </button>
    </li>
  );
}

function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { ids: string[] } | { all: true }) => call("POST /notifications/read", { body: which }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["notifications"] }),
    onError: (error) => tellProblem(error, "mark it as read"),
  });
}
