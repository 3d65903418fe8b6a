import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";

type FormCardProps = {
  readonly title: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

/** A short form that stands for itself. What is wrong is said at its fields by us, in the words of the API. */
export function FormCard({ title, submitLabel, isBusy, isReady, onSubmit, children }: FormCardProps): ReactNode {
  return (
    <Card title={title}>
      <form
        className="flex max-w-sm flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div>
          <Button type="submit" isBusy={isBusy} disabled={!isReady}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Card>
  );
}
