import { ImageOff } from "lucide-react";
import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const PLUGINS = [remarkGfm];

/** An image would tell its server that somebody reads this. Its address stays as text. */
const COMPONENTS: Components = {
  img: ({ alt, src }) => (
    <span
      className="inline-flex max-w-full items-center gap-1 rounded-xs bg-hover px-1.5 text-xs text-soft"
      title={src?.toString()}
    >
      <ImageOff className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">image not loaded{alt === undefined || alt === "" ? "" : `: ${alt}`}</span>
    </span>
  ),
  a: ({ href, children }) => {
    // What leads nowhere safe is no link.
    if (href === undefined || href === "" || !/^(https?:|mailto:)/i.test(href)) return <span>{children}</span>;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
        {children}
      </a>
    );
  },
  // What scrolls by itself must be reachable by keyboard.
  pre: ({ children }) => (
    <pre tabIndex={0} role="region" aria-label="Code">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div tabIndex={0} role="region" aria-label="Table" className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" checked={checked === true} disabled aria-label={checked === true ? "done" : "open"} />
  ),
};

/** Markdown in which HTML is text like any other, so that nothing is hidden. Loaded when the first text needs it. */
export function RenderedMarkdown({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="prose" dir="auto">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
