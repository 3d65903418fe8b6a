import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { SelectField, TextArea } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";
import { RATINGS } from "./ratings.ts";

type About = { readonly agentId: string } | { readonly taskId: string } | { readonly deliverableId: string };
type DialogProps = { readonly title: string; readonly about: About; readonly onClose: () => void };

/** Says something of an agent, a task or a deliverable, to the agent whose work it is. */
export function FeedbackDialog({ title, about, onClose }: DialogProps): ReactNode {
  const [text, setText] = useState("");
  const [rating, setRating] = useState("");
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: () =>
      call("POST /feedback", { body: { ...about, text, ...(rating === "" ? {} : { rating: Number(rating) }) } }),
    onSuccess: () => {
      tellDone("The agent reads it at its next step");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["feedback"] }),
  });
  return (
    <FormDialog
      title={title}
      submitLabel="Say it"
      onSubmit={() => give.mutate()}
      onClose={onClose}
      isBusy={give.isPending}
      isReady={text.trim() !== ""}
      error={give.error}
      fields={["text"]}
    >
      <TextArea
        label="What should it know?"
        autoFocus
        rows={5}
        maxLength={2000}
        hint="The agent reads the first 300 characters of the five newest remarks."
        value={text}
        error={fieldError(give.error, "text")}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField label="Rating (optional)" value={rating} onChange={({ target }) => setRating(target.value)}>
        <option value="">None</option>
        {RATINGS.map(({ value, label }) => (
          <option key={value} value={value}>
            {value} · {label}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
