import type { ReactNode } from "react";
import { Beginning } from "../text/markdown.tsx";
import type { LiveText } from "./live-pieces.ts";

/** What is being written right now. It becomes Markdown once it is whole. */
export function LiveReply({ live }: { readonly live: LiveText }): ReactNode {
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <p className="flex items-center gap-2 text-2xs font-medium text-info">
        <span aria-hidden className="size-2 rounded-full bg-info animate-breathe" />
        {live.output === "" ? "Writing" : "A tool is running"}
      </p>
      {live.thinking !== "" && live.text === "" && (
        <p className="border-l-2 border-line pl-3 text-sm whitespace-pre-wrap text-soft italic foreign-text">
          <Beginning text={live.thinking} />
        </p>
      )}
      {live.text !== "" && (
        <p className="text-sm whitespace-pre-wrap foreign-text">
          <Beginning text={live.text} />
        </p>
      )}
      {live.output !== "" && (
        <pre className="max-h-60 overflow-auto rounded-md bg-hover p-3 font-mono text-xs whitespace-pre-wrap foreign-text">
          <Beginning text={live.output} />
        </pre>
      )}
    </div>
  );
}
