import { api } from "../api.ts";

/** Path of decisions about changes: these are taken back on the page of the change. */
const DECISIONS = /\/api\/v1\/changesets\//;

type Listener = (id: string, url: string) => void;

const listeners = new Set<Listener>();

api.use({
  onResponse({ request, response }) {
    const id = response.headers.get("x-changeset-id");
    if (id === null || !response.ok || DECISIONS.test(request.url)) return;
    for (const notify of listeners) notify(id, request.url);
  },
});

/**
 * Calls the listener with the change and the address of each own write, until the returned function is called. A write
 * that waits for approval does not count.
 */
export function onOwnWrite(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
