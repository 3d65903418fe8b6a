import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { problemCode } from "../api/problem.ts";
import { type Document, documentDetail, type DocumentRef } from "../api/queries/documents.ts";
import { tellDone, tellProblem } from "../ui/toast.tsx";

type Change = { readonly text: string; readonly reason: string; readonly version: number };

/** Saves another text. When somebody was quicker, theirs is read, and nothing of what was typed is touched. */
export function useChangeDocument(ref: DocumentRef, onSaved: (saved: Document) => void) {
  const client = useQueryClient();
  const { queryKey } = documentDetail(ref);
  return useMutation({
    mutationFn: ({ version, ...body }: Change) =>
      call("PUT /documents/:kind/:ownerId", { params: { ...ref }, body, version }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      tellDone("Saved");
      onSaved(saved);
    },
    onError: (error) => {
      if (problemCode(error) !== STALE) tellProblem(error, "save the text");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["documents"] }),
  });
}

const STALE = "document.stale";

/** Brings an earlier text back. */
export function useRestoreDocument(ref: DocumentRef, onRestored: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, number }: { readonly version: number; readonly number: number }) =>
      call("POST /documents/:kind/:ownerId/restore", { params: { ...ref }, body: { number }, version }),
    onSuccess: (restored, { number }) => {
      client.setQueryData(documentDetail(ref).queryKey, restored);
      tellDone(`Revision ${number} is back`);
      onRestored();
    },
    onError: (error) => tellProblem(error, "bring it back"),
    onSettled: () => client.invalidateQueries({ queryKey: ["documents"] }),
  });
}
