import { lazy, type ReactNode, Suspense } from "react";
import { beginning, safeText } from "./safe-text.ts";

const Rendered = lazy(() => import("./rendered-markdown.tsx").then((file) => ({ default: file.RenderedMarkdown })));

/** Longer texts are shown as they stand: laying out Markdown of this size would hold the page up. */
const MOST_RENDERED_CHARS = 60_000;

/** Text of people and models. It never runs: no HTML, no images, links only to where links may lead. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const safe = safeText(text);
  if (safe.length > MOST_RENDERED_CHARS) return <PlainText text={safe} />;
  return (
    <Suspense fallback={<p className="prose whitespace-pre-wrap">{safe}</p>}>
      <Rendered text={safe} />
    </Suspense>
  );
}

const MOST_PLAIN_CHARS = 100_000;

/** Foreign text as it stands, in a place that has its own box; of a very long one the beginning. */
export function Beginning({ text }: { readonly text: string }): ReactNode {
  const { text: shown, leftOut } = beginning(safeText(text), MOST_PLAIN_CHARS);
  return (
    <>
      {shown}
      {leftOut > 0 && <LeftOut chars={leftOut} />}
    </>
  );
}

function LeftOut({ chars }: { readonly chars: number }): ReactNode {
  return (
    <span className="mt-1 block font-sans text-xs text-faint">
      {chars.toLocaleString()} more characters are not shown.
    </span>
  );
}

/** Output of tools and files, character by character, in a box that scrolls by itself. */
export function PlainText({ text, label = "Text" }: { readonly text: string; readonly label?: string }): ReactNode {
  const { text: shown, leftOut } = beginning(safeText(text), MOST_PLAIN_CHARS);
  return (
    <div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={safeText(label)}
        className="max-h-96 overflow-auto rounded-md bg-hover p-3 font-mono text-xs whitespace-pre-wrap foreign-text"
      >
        {shown}
      </pre>
      {leftOut > 0 && <LeftOut chars={leftOut} />}
    </div>
  );
}
