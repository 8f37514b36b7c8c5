import { api } from "../api.ts";
import type { WriteKey } from "../parts/writing.ts";

/**
 * Paths of writes that no toast undoes: the page of a change takes decisions about it back, and the page of an import
 * its run. The other writes of imports change no record, so nothing answers to their changesets.
 */
const ON_THEIR_PAGE = /\/api\/v1\/(?:changesets\/|(?:data|contacts)\/imports(?:\/|$))/;

/** Changes of these services have ids but are in no list, and nothing undoes them: members, keys, rules, sessions. */
const NEVER_UNDONE = /^(?:auth|account)_/;

/** Own write of this window: one change, or the changes of one act in their order. */
export interface OwnWrite {
  ids: readonly string[];
  /** Address of the write. */
  url: string;
  /** Sentence about an act of several writes; absent for a write by itself. */
  summary?: string;
}

type Listener = (write: OwnWrite) => void;

const listeners = new Set<Listener>();
/** The changes of the acts under way, by the keys of their writes. */
const parts = new Map<string, Map<string, string>>();

api.use({
  onResponse({ request, response }) {
    const id = response.headers.get("x-changeset-id");
    if (id === null || NEVER_UNDONE.test(id) || !response.ok || ON_THEIR_PAGE.test(request.url)) return;
    const act = parts.get(request.headers.get("idempotency-key") ?? "");
    if (act === undefined) notify({ ids: [id], url: request.url });
    else act.set(id, request.url);
  },
});

function notify(write: OwnWrite): void {
  for (const listener of listeners) listener(write);
}

/**
 * Calls the listener with the changes and the address of each own write, until the returned function is called. A write
 * that waits for approval does not count.
 */
export function onOwnWrite(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Own proposal to write rows of a table. */
export interface OwnProposal {
  id: string;
  tableId: string;
  /** Ids of the proposals that it replaces. */
  replaced: readonly string[];
}

const proposalListeners = new Set<(proposal: OwnProposal) => void>();

/** Notifies of an own proposal to write rows. */
export function notifyOwnProposal(proposal: OwnProposal): void {
  for (const listener of proposalListeners) listener(proposal);
}

/** Calls the listener with each own proposal to write rows, until the returned function is called. */
export function onOwnProposal(listener: (proposal: OwnProposal) => void): () => void {
  proposalListeners.add(listener);
  return () => proposalListeners.delete(listener);
}

/** Begins an act of several writes, which counts as one write once it ends. */
export function beginAct() {
  const changes = new Map<string, string>();
  const keys = new Set<string>();
  return {
    /** Adds the write of a key. */
    add: ({ "Idempotency-Key": key }: WriteKey): void => {
      keys.add(key);
      parts.set(key, changes);
    },
    end: (summary: string): void => {
      for (const key of keys) parts.delete(key);
      const [url] = changes.values();
      if (url !== undefined) notify({ ids: [...changes.keys()], url, summary });
    },
  };
}
