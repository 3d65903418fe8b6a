import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyBlock } from "./copy-block.tsx";
import { Dialog } from "./dialog.tsx";

type ShownOnceProps = {
  readonly title: string;
  /** What to do with it. */
  readonly children: ReactNode;
  readonly label: string;
  /** Null when the same request was answered before: then nobody can show it again. */
  readonly secret: string | null;
  readonly onClose: () => void;
};

/** Something that is shown this one time. It closes only when somebody says so. */
export function ShownOnce({ title, children, label, secret, onClose }: ShownOnceProps): ReactNode {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description="It is shown only now."
      footer={
        <Button look="primary" onClick={onClose}>
          I have it
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {secret === null ? (
          <p>The first answer got lost on its way, and it is never shown twice. Make another one.</p>
        ) : (
          <CopyBlock text={secret} label={label} />
        )}
        <div className="text-soft">{children}</div>
      </div>
    </Dialog>
  );
}
