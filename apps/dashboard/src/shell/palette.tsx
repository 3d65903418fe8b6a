import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { CornerDownLeft, FolderPlus, Keyboard, Moon, Plus, Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { call } from "../api/call.ts";
import { agents } from "../api/queries/organization.ts";
import type { Task } from "../api/queries/tasks.ts";
import { Avatar } from "../people/avatar.tsx";
import { useMay } from "../people/use-may.ts";
import { StatusIcon } from "../tasks/status-icon.tsx";
import { safeText } from "../text/safe-text.ts";
import { closeOverlay, openOverlay } from "./shell-state.ts";
import { chooseTheme, useTheme } from "./theme.ts";
import { takeTyped } from "./typed-ahead.ts";
import { usePlaces } from "./use-places.ts";

const ITEM =
  "flex cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-sm data-[selected=true]:bg-hover [&>svg]:size-4 [&>svg]:text-faint";
const GROUP =
  "[&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-2xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-faint";

/** Search and commands in one place. */
export function Palette(): ReactNode {
  const [words, setWords] = useState("");
  // Not in the first render: the field is not there to hear the next key before the window has opened.
  useEffect(() => {
    const typed = takeTyped();
    if (typed !== "") setWords(typed);
  }, []);
  const tasks = useFoundTasks(words.trim());
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : closeOverlay())}
      label="Search and commands"
      loop
      overlayClassName="fixed inset-0 z-40 bg-scrim animate-appear"
      contentClassName="fixed z-50 inset-x-2 top-2 sm:inset-x-auto sm:left-1/2 sm:top-[14vh] sm:w-[36rem] sm:-translate-x-1/2 overflow-hidden rounded-lg bg-raised shadow-overlay animate-rise"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 text-faint" aria-hidden />
        <Command.Input
          value={words}
          onValueChange={setWords}
          placeholder="Search tasks and agents, go somewhere, do something…"
          className="h-12 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
      </div>
      <Command.List className="max-h-[60vh] overflow-y-auto p-1">
        {tasks.length === 0 && (
          <Command.Empty className="px-3 py-8 text-center text-sm text-soft">Nothing matches.</Command.Empty>
        )}
        <FoundTasks tasks={tasks} words={words.trim()} />
        {words.trim() !== "" && <FoundAgents />}
        <Places />
        <Commands />
      </Command.List>
    </Command.Dialog>
  );
}

function useFoundTasks(words: string): readonly Task[] {
  const asked = useDeferredValue(words);
  const found = useQuery({
    queryKey: ["tasks", "search", asked],
    queryFn: ({ signal }) => call("GET /tasks", { query: { search: asked, limit: 8, sort: "updated" } }, signal),
    enabled: asked.length > 1,
    gcTime: 10_000,
    placeholderData: (before) => before,
  });
  return asked.length > 1 ? (found.data?.data ?? []) : [];
}

function FoundTasks({ tasks, words }: { readonly tasks: readonly Task[]; readonly words: string }): ReactNode {
  const navigate = useNavigate();
  if (tasks.length === 0) return null;
  return (
    <Command.Group heading="Tasks" className={GROUP} forceMount>
      {tasks.map((task) => (
        <Command.Item
          key={task.id}
          value={`task ${task.id}`}
          keywords={[words]}
          forceMount
          className={ITEM}
          onSelect={() => leave(() => void navigate({ to: `/tasks/${task.id}` }))}
        >
          <StatusIcon status={task.status} />
          <span className="text-xs text-faint tabular-nums">{task.key}</span>
          <bdi className="min-w-0 flex-1 truncate">{safeText(task.title)}</bdi>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function FoundAgents(): ReactNode {
  const navigate = useNavigate();
  const list = useQuery(agents).data?.data ?? [];
  if (list.length === 0) return null;
  return (
    <Command.Group heading="Agents" className={GROUP}>
      {list.map(({ id, name }) => (
        <Command.Item
          key={id}
          value={`agent ${id}`}
          keywords={[name]}
          className={ITEM}
          onSelect={() => leave(() => void navigate({ to: `/agents/${id}` }))}
        >
          <Avatar name={safeText(name)} kind="agent" size="sm" />
          <bdi className="min-w-0 flex-1 truncate">{safeText(name)}</bdi>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Places(): ReactNode {
  const navigate = useNavigate();
  const places = usePlaces();
  return (
    <Command.Group heading="Go to" className={GROUP}>
      {places.map(({ path, navigation }) => (
        <Command.Item
          key={path}
          value={`go ${navigation.label}`}
          className={ITEM}
          onSelect={() => leave(() => void navigate({ to: path }))}
        >
          <navigation.icon aria-hidden />
          <span className="flex-1">{navigation.label}</span>
          <CornerDownLeft aria-hidden />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Commands(): ReactNode {
  const theme = useTheme();
  const mayCreate = useMay("member");
  const mayMakeProject = useMay("admin");
  return (
    <Command.Group heading="Do" className={GROUP}>
      {mayCreate && (
        <Command.Item className={ITEM} value="create new task" onSelect={() => openOverlay({ kind: "new-task" })}>
          <Plus aria-hidden />
          Create a task
        </Command.Item>
      )}
      {mayMakeProject && (
        <Command.Item className={ITEM} value="make new project" onSelect={() => openOverlay({ kind: "new-project" })}>
          <FolderPlus aria-hidden />
          Make a project
        </Command.Item>
      )}
      <Command.Item
        className={ITEM}
        value="theme dark light"
        onSelect={() => leave(() => chooseTheme(theme === "dark" ? "light" : "dark"))}
      >
        <Moon aria-hidden />
        {theme === "dark" ? "Light colours" : "Dark colours"}
      </Command.Item>
      <Command.Item
        className={ITEM}
        value="keyboard shortcuts help"
        onSelect={() => openOverlay({ kind: "shortcuts" })}
      >
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </Command.Item>
    </Command.Group>
  );
}

function leave(then: () => void): void {
  closeOverlay();
  then();
}
