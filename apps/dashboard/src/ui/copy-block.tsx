import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "./button.tsx";
import { safeText } from "../text/safe-text.ts";

type CopyBlockProps = { readonly text: string; readonly label: string };

/** Text that is meant to be taken along, with the button that does it. What is taken is what is seen. */
export function CopyBlock({ text, label }: CopyBlockProps): ReactNode {
  const seen = safeText(text);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Plain http addresses have no clipboard; the text can be selected then.
    if (navigator.clipboard === undefined) return;
    await navigator.clipboard.writeText(seen);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2_000);
  };
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-hover p-1 pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs whitespace-pre-wrap select-all foreign-text">
        {seen}
      </code>
      <IconButton
        label={isCopied ? "Copied" : `Copy: ${label}`}
        icon={isCopied ? <Check className="size-4 text-good" aria-hidden /> : <Copy className="size-4" aria-hidden />}
        onClick={() => void copy()}
      />
    </div>
  );
}
