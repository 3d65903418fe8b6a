import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";

export type Invitation = ItemOf<"GET /invitations">;
export type ApiKey = ItemOf<"GET /api-keys">;
export type SignIn = ItemOf<"GET /sign-ins">;
export type LlmSettings = Answer<"GET /settings/llm">;
export type LlmProvider = LlmSettings["providers"][number];
export type LlmChoice = NonNullable<LlmSettings["defaultChoice"]>;
export type LlmProviderTest = Answer<"POST /settings/llm/providers/:llmProviderId/test">;
export type Webhook = ItemOf<"GET /webhooks">;
export type Delivery = ItemOf<"GET /webhooks/:webhookId/deliveries">;

const EVERYTHING = { limit: 200 } as const;

export const invitations = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => call("GET /invitations", { query: EVERYTHING }, signal),
});

export const apiKeys = queryOptions({
  queryKey: ["api-keys"],
  queryFn: ({ signal }) => call("GET /api-keys", { query: EVERYTHING }, signal),
});

/** Where the person who asks is signed in. */
export const signIns = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: ({ signal }) => call("GET /sign-ins", {}, signal),
});

export const llmSettings = queryOptions({
  queryKey: ["llm-settings"],
  queryFn: ({ signal }) => call("GET /settings/llm", {}, signal),
});

/** Models of a provider: it is asked each time somebody looks, since only it knows. */
export function llmModels(llmProviderId: string) {
  return queryOptions({
    queryKey: ["llm-models", llmProviderId],
    queryFn: ({ signal }) =>
      call("GET /settings/llm/providers/:llmProviderId/models", { params: { llmProviderId } }, signal),
    gcTime: 0,
  });
}

export const webhooks = queryOptions({
  queryKey: ["webhooks", "list"],
  queryFn: ({ signal }) => call("GET /webhooks", { query: EVERYTHING }, signal),
});

/** What a webhook was or will be told, page by page. No event tells of tries, so whoever looks asks again. */
export function webhookDeliveries(webhookId: string) {
  return infiniteQueryOptions({
    queryKey: ["webhooks", "deliveries", webhookId],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /webhooks/:webhookId/deliveries", { params: { webhookId }, query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
}

export function webhookDelivery(webhookId: string, deliveryId: string) {
  return queryOptions({
    queryKey: ["webhooks", "delivery", webhookId, deliveryId],
    queryFn: ({ signal }) =>
      call("GET /webhooks/:webhookId/deliveries/:deliveryId", { params: { webhookId, deliveryId } }, signal),
    staleTime: 0,
  });
}

export const eventTypes = queryOptions({
  queryKey: ["event-types"],
  queryFn: ({ signal }) => call("GET /event-types", {}, signal),
});
