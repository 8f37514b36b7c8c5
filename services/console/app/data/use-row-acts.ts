import { isQueued } from "@jst/client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "../answers.ts";
import { beginAct } from "../approvals/own-writes.ts";
import type { ChosenRow } from "../grid/choice.ts";
import { useAskBeforeClose } from "../parts/changed-forms.ts";
import { notifyProposals } from "../parts/queued.tsx";
import { useWriting, type WriteKey } from "../parts/writing.ts";
import { CHOICE } from "../words/choice.ts";
import { requestsOf, sendRequest, type RowAct, type RowRequest } from "./row-requests.ts";
import { turnOf } from "./rows.ts";
import type { Table } from "./tables.ts";
import type { RowChoice } from "./use-row-choice.ts";

/** How far an act on chosen rows has come; it has stopped if it has an error. */
export interface ActProgress {
  kind: RowAct["kind"];
  done: number;
  all: number;
  error?: Error;
}

interface SentRequest extends RowRequest {
  /** Adds the request to the act that one undo takes back. */
  add: (key: WriteKey) => void;
}

/**
 * Does acts on chosen rows, request after request until one is refused. Rows that are done leave the choice, and the
 * act is one of the window's own writes (console.grid-choose).
 */
export function useRowActs(table: Table, choice: Pick<RowChoice, "remove" | "renew">) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ActProgress>();
  const { mutateAsync } = useWriting({
    send: ({ add, ...request }: SentRequest, key) => {
      add(key);
      return sendRequest(table.id, request, key);
    },
    touches: [],
    turn: turnOf(table.id),
  });
  useAskBeforeClose(progress !== undefined && progress.error === undefined);
  const run = async (act: RowAct, rows: readonly ChosenRow[]): Promise<void> => {
    const own = beginAct();
    const { kind } = act;
    const proposals: { changeset_id: string }[] = [];
    let [done, executed, failing] = [0, 0, [] as readonly string[]];
    setProgress({ kind, done, all: rows.length });
    try {
      for await (const request of requestsOf(table, act, rows)) {
        failing = request.rows.map(({ id }) => id);
        const answer = await mutateAsync({ ...request, add: own.add });
        if (isQueued(answer)) proposals.push(answer);
        else executed += failing.length;
        done += failing.length;
        choice.remove(failing);
        setProgress({ kind, done, all: rows.length });
      }
      choice.remove(rows.map(({ id }) => id));
      setProgress(undefined);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // A request without an answer stays as it was, so that another try has the same key.
      if (isRefusal(error)) await choice.renew(failing).catch(() => undefined);
      setProgress({ kind, done, all: rows.length, error });
    } finally {
      own.end(CHOICE.done[kind](executed));
      if (proposals.length > 1) notifyProposals(proposals);
      await queries.invalidateQueries({ queryKey: ["rows", table.id] });
    }
  };
  return { progress, run, dismiss: () => setProgress(undefined) };
}
