import { answered } from "@jst/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, isWorthAnotherTry, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";

export type Changeset = Schemas["Changeset"];
export type Status = Changeset["status"];

/** How soon what somebody else proposes or decides is seen. */
const EVERY_MS = 4_000;

/** Proposals and changes of a status, newest first; always those of now. */
export const changesetsOf = (status: Status) => ({
  queryKey: ["changesets", status],
  read: (at: At) => answered(api.GET("/api/v1/changesets", { params: { query: { status, ...at } } })),
  items: ({ changesets }: Schemas["ChangesetList"]) => changesets,
  everyMs: EVERY_MS,
});

/** One of them, with what it changes. */
export function useChangeset(id: string) {
  return useQuery({
    queryKey: ["changeset", id],
    queryFn: () => answered(api.GET("/api/v1/changesets/{changeset_id}", { params: pathOf(id) })),
    refetchInterval: EVERY_MS,
  });
}

/** What a person decides about one. */
export type Decision =
  | { verb: "approve" }
  | { verb: "reject"; reason: string }
  | { verb: "withdraw" }
  | { verb: "undo"; force: boolean };

/**
 * Decides. A decision is made once, also when it is sent again after its reply got lost: it has a key of its own, which
 * it keeps until a reply came.
 */
export function useDecision(id: string) {
  const queries = useQueryClient();
  const key = useRef({ of: "", value: "" });
  return useMutation({
    mutationFn: async (decision: Decision) => {
      const of = JSON.stringify(decision);
      if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() };
      const result = await decide(id, decision, key.current.value);
      key.current = { of: "", value: "" };
      return result;
    },
    retry: isWorthAnotherTry,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["changesets"] }),
        queries.invalidateQueries({ queryKey: ["changeset", id] }),
      ]),
  });
}

function decide(id: string, decision: Decision, key: string): Promise<unknown> {
  const params = { ...pathOf(id), header: { "Idempotency-Key": key } };
  switch (decision.verb) {
    case "approve":
      return answered(api.POST("/api/v1/changesets/{changeset_id}/approve", { params, body: {} }));
    case "reject": {
      const body = decision.reason === "" ? {} : { reason: decision.reason };
      return answered(api.POST("/api/v1/changesets/{changeset_id}/reject", { params, body }));
    }
    case "withdraw":
      return answered(api.POST("/api/v1/changesets/{changeset_id}/withdraw", { params, body: {} }));
    case "undo": {
      const body = decision.force ? { force: true } : {};
      return answered(api.POST("/api/v1/changesets/{changeset_id}/undo", { params, body }));
    }
  }
}

const pathOf = (id: string) => ({ path: { changeset_id: id } });
