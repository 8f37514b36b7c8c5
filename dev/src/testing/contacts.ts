import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { until } from "@jst/testing";
import type { OwnFleet } from "./own-fleet.ts";

/** Contacts that a test writes: of what was acknowledged nothing may be lost, and nothing told twice. */
export class Contacts {
  readonly #own: OwnFleet;
  readonly #ids: string[] = [];

  constructor(own: OwnFleet) {
    this.#own = own;
  }

  /** Writes one, and answers its id. */
  async write(): Promise<string> {
    const contact = { first_name: "Ada", email: `${randomUUID()}@a.test` };
    const answer = await this.#own.call("POST", "/api/v1/contacts", contact);
    assert.equal(answer.status, 201);
    const { id } = answer.body as { id: string };
    this.#ids.push(id);
    return id;
  }

  /** Lists the contacts of the feed, each as often as it is there. */
  async told(): Promise<string[]> {
    const answer = await this.#own.call("GET", "/api/v1/events?limit=500");
    const { events } = answer.body as { events: { payload: { data: { object: { id: string } } } }[] };
    return events.map(({ payload }) => payload.data.object.id);
  }

  /** Waits until the feed tells of every one; each can be read then, and is told once. */
  async expectAll(): Promise<void> {
    const told = await until("every event is in the feed", 60_000, async () => {
      const now = await this.told();
      return this.#ids.every((id) => now.includes(id)) ? now : undefined;
    });
    const twice = this.#ids.filter((id) => told.filter((one) => one === id).length > 1);
    assert.deepEqual(twice, [], "told more than once");
    for (const id of this.#ids)
      assert.equal((await this.#own.call("GET", `/api/v1/contacts/${id}`)).status, 200, id);
  }
}

/** An endpoint that wants to be told of contacts; nobody listens there. */
export async function wantContacts(own: OwnFleet): Promise<void> {
  const endpoint = { url: "http://127.0.0.1:59999/", events: ["contact.created"] };
  assert.equal((await own.call("POST", "/api/v1/webhooks", endpoint)).status, 201);
}
