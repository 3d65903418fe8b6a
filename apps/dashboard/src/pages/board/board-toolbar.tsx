import { useQuery } from "@tanstack/react-query";
import { Columns3, FolderPlus, List, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { agents, projects } from "../../api/queries/organization.ts";
import { useMay } from "../../people/use-may.ts";
import { NewProjectDialog } from "../../projects/new-project-dialog.tsx";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { useShortcut } from "../../shell/use-shortcut.ts";
import { PRIORITY_WORDS } from "../../tasks/task-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { viewOf } from "./board-filter.ts";
import { Choice } from "../../ui/choice.tsx";

const FILTER =
  "touch-target h-8 max-w-40 rounded-sm border border-line bg-raised px-2 text-sm text-ink hover:border-line-strong data-[active=true]:border-accent data-[active=true]:bg-accent-soft";

/** What narrows the board, and how it is shown. */
export function BoardToolbar(): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const projectList = useQuery(projects).data?.data ?? [];
  const agentList = useQuery(agents).data?.data ?? [];
  const filters = [
    {
      word: "project",
      label: "Project",
      all: "All projects",
      options: projectList.map(({ id, name }) => [id, name] as const),
    },
    {
      word: "assignee",
      label: "Assignee",
      all: "Everybody",
      options: agentList.map(({ id, name }) => [id, name] as const),
    },
    { word: "priority", label: "Priority", all: "Any priority", options: Object.entries(PRIORITY_WORDS) },
  ];
  const isNarrowed = [...filters.map(({ word }) => word), "q", "status"].some((word) => (words[word] ?? "") !== "");
  return (
    <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
      <SearchBox />
      {filters.map(({ word, label, all, options }) => (
        <select
          key={word}
          aria-label={label}
          className={FILTER}
          data-active={(words[word] ?? "") !== ""}
          value={words[word] ?? ""}
          onChange={(event) => set({ [word]: event.target.value })}
        >
          <option value="">{all}</option>
          {options.map(([id, name]) => (
            <Choice key={id} value={id}>
              {name}
            </Choice>
          ))}
        </select>
      ))}
      <NewProjectButton />
      {isNarrowed && (
        <Button
          look="quiet"
          icon={<X className="size-3.5" aria-hidden />}
          onClick={() => set({ project: "", assignee: "", priority: "", q: "", status: "" })}
        >
          Clear
        </Button>
      )}
      <ViewSwitch />
    </div>
  );
}

/** Makes one more project, and narrows the board to it. */
function NewProjectButton(): ReactNode {
  const set = useSetSearchWords();
  const mayMake = useMay("admin");
  const [isMaking, setIsMaking] = useState(false);
  if (!mayMake) return null;
  return (
    <>
      <Tooltip text="New project">
        <IconButton
          label="New project"
          icon={<FolderPlus className="size-4" aria-hidden />}
          onClick={() => setIsMaking(true)}
        />
      </Tooltip>
      {isMaking && (
        <NewProjectDialog onClose={() => setIsMaking(false)} onMade={(project) => set({ project: project.id })} />
      )}
    </>
  );
}

function ViewSwitch(): ReactNode {
  const view = viewOf(useSearchWords());
  const set = useSetSearchWords();
  const views = [
    { id: "board", label: "Board", icon: Columns3 },
    { id: "list", label: "List", icon: List },
  ] as const;
  return (
    <div role="group" aria-label="View" className="flex rounded-sm border border-line bg-panel p-0.5">
      {views.map(({ id, label, icon: Icon }) => (
        <Tooltip key={id} text={label}>
          <IconButton
            label={label}
            aria-pressed={view === id}
            className={cx("!size-7", view === id && "!bg-pressed !text-ink")}
            icon={<Icon className="size-4" aria-hidden />}
            onClick={() => set({ view: id === "board" ? "" : id, status: "" })}
          />
        </Tooltip>
      ))}
    </div>
  );
}

const TYPING_MS = 250;

function SearchBox(): ReactNode {
  const asked = useSearchWords()["q"] ?? "";
  const set = useSetSearchWords();
  const [typed, setTyped] = useState(asked);
  const [seen, setSeen] = useState(asked);
  const box = useRef<HTMLInputElement>(null);
  // The address may change without the box: the way back, or "Clear".
  if (seen !== asked) {
    setSeen(asked);
    setTyped(asked);
  }
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => set({ q: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  });
  useShortcut("/", (event) => {
    event.preventDefault();
    box.current?.focus();
  });
  return (
    <div className="relative min-w-40 flex-1 sm:w-52 sm:flex-none">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
        aria-hidden
      />
      <input
        ref={box}
        type="search"
        aria-label="Search the board"
        placeholder="Search (/)"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => (event.key === "Escape" ? event.currentTarget.blur() : undefined)}
        className="touch-target h-8 w-full rounded-sm border border-line bg-raised pr-2 pl-8 text-sm placeholder:text-faint hover:border-line-strong"
      />
    </div>
  );
}
