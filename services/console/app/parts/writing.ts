import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { isRefusal, isWorthAnotherTry } from "../answers.ts";
import { steppingUp } from "../session/step-up.ts";
import { keepFocus } from "./focus.ts";
import { isProposal, notifyQueued } from "./queued.tsx";

/** Names a write, so that the API does it once however often it is sent. */
export interface WriteKey {
  "Idempotency-Key": string;
}

/** A write of the API. */
export interface Write<V, R> {
  send: (value: V, key: WriteKey) => Promise<R>;
  /** Query keys to load again once the write is done or refused. */
  touches: readonly (readonly unknown[])[];
  /** Writes that name the same turn are sent one after the other, each once the one before it was answered. */
  turn?: string | undefined;
  onDone?: (result: R, value: V) => void;
  /** Called once the touched queries are loaded again after the write. */
  onShown?: (result: R) => void;
  /**
   * Also where no answer came; `again` sends the same write once more, which is answered as its first run was. The
   * next in turn waits for what is done then.
   */
  onRefused?: (error: Error, value: V, again: () => Promise<R>) => unknown;
}

/** A write under way, or its outcome. */
export type Writing<V, R> = UseMutationResult<R, Error, V>;

/**
 * Writes. What is sent again because its reply got lost is done once: a write keeps its key until it was answered
 * (console.decisions). A write that needs a passkey has the member use one, and is sent again (passkeys.console). If it
 * waits for approval, a toast links to the proposal (console.toasts).
 */
export function useWriting<V, R>(write: Write<V, R>): Writing<V, R> {
  const { send, touches, turn, onDone, onShown, onRefused } = write;
  const queries = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const sendOnce = async (value: V): Promise<R> => {
    const of = JSON.stringify(value ?? null, named);
    const key = keys.current.get(of) ?? crypto.randomUUID();
    keys.current.set(of, key);
    try {
      const result = await steppingUp(() => send(value, { "Idempotency-Key": key }));
      keys.current.delete(of);
      return result;
    } catch (error) {
      // A refusal is a final reply: another try is another request.
      if (error instanceof Error && isRefusal(error)) keys.current.delete(of);
      throw error;
    }
  };
  return useMutation({
    ...(turn === undefined ? {} : { scope: { id: turn } }),
    mutationFn: sendOnce,
    retry: isWorthAnotherTry,
    onError: (error, value) => onRefused?.(error, value, () => sendOnce(value)),
    onSuccess: (result, value) => {
      notifyQueued(result);
      onDone?.(result, value);
    },
    onSettled: (result) => {
      const all = isProposal(result) ? [...touches, ["changesets"]] : touches;
      const reads = all.map((queryKey) => queries.invalidateQueries({ queryKey }));
      const read = Promise.all(reads).then(() => {
        // A dialog that closes gives the focus back before it would go to the page.
        if (result !== undefined) flushSync(() => onShown?.(result));
        keepFocus();
      });
      // The next in turn would wait for it.
      return turn === undefined ? read : undefined;
    },
  });
}

/** A file is known by what names it; JSON would have nothing of it. */
const named = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** The header by which a write is refused when somebody else has changed the thing since it was read. */
export const ifVersion = (version: number) => ({ "If-Match": `"${version}"` });
