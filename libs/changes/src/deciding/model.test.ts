import type { Caller } from "@jst/caller";
import { human, propose, ruled, signedIn, testNotes, testRules, testTeam, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, stored, audit, database } = await testNotes();
const ROUNDS = 24;
const STEPS = 30;
/** Actors who are admins; the others are members, whose own writes the rule queues. */
const ADMINS = 5;

/** Returns numbers from 0 to below `bound`, the same ones for a seed. */
function random(seed: number): (bound: number) => number {
  let state = seed + 1;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

interface Modelled {
  path: { changeset_id: string };
  status: "queued" | "executed" | "rejected";
  version: number;
  votes: Set<string>;
  /** Editor of the present version, whose own write would wait. */
  editor: string | undefined;
}

const idOf = ({ member_id: id }: Caller) => id ?? "";
const count = (ids: Iterable<string>, among: ReadonlySet<string>) =>
  [...ids].filter((id) => among.has(id)).length;

/** Proposals of one team, and what a model of plain lists says of them. */
class Model {
  readonly proposals: Modelled[] = [];
  executed = 0;
  readonly team = testTeam();
  readonly actors: Caller[];
  readonly #next: (bound: number) => number;
  readonly #gone = new Set<string>();
  #needed = 1;
  #named = new Set<string>();

  constructor(next: (bound: number) => number) {
    this.#next = next;
    const { team_id: teamId } = this.team.member;
    const role = (place: number) => (place < ADMINS ? "admin" : "member");
    this.actors = Array.from({ length: 8 }, (_, place) => ruled(signedIn(human(teamId, role(place)))));
    for (const actor of this.actors) door.callers.remember(actor);
    this.setRule();
  }

  setRule(): void {
    this.#needed = 1 + this.#next(4);
    this.#named = new Set(this.actors.filter(() => this.#next(3) > 0).map(idOf));
    const approvers = { roles: [], members: [...this.#named] };
    const rules = testRules({ needed: this.#needed, approvers, timeout_hours: 1 + this.#next(300) });
    door.callers.setRules(this.team.member.team_id, rules);
  }

  remove(actor: Caller): void {
    if (this.#gone.size >= 3) return;
    this.#gone.add(idOf(actor));
    door.callers.setRole(idOf(actor), null);
  }

  isGone(actor: Caller): boolean {
    return this.#gone.has(idOf(actor));
  }

  /** Members who may decide: the active approvers, or the admins where none is active. */
  #eligible(): Set<string> {
    const active = (actors: readonly Caller[]) => actors.map(idOf).filter((id) => !this.#gone.has(id));
    const named = active(this.actors).filter((id) => this.#named.has(id));
    return new Set(named.length > 0 ? named : active(this.actors.slice(0, ADMINS)));
  }

  async propose(): Promise<void> {
    const body = { title: "Ada", slug: randomUUID() };
    const path = await propose(door, ruled(this.team.member), "CreateNote", { body });
    this.proposals.push({ path, status: "queued", version: 1, votes: new Set(), editor: undefined });
  }

  async approve(one: Modelled, actor: Caller, isEdit: boolean): Promise<void> {
    const [id, may] = [idOf(actor), this.#eligible()];
    const body = isEdit ? { body: { title: `v${one.version + 1}`, slug: randomUUID() } } : {};
    const reply = await door.call("ApproveChangeset", { caller: actor, path: one.path, body });
    const isRefused = !may.has(id) || one.status !== "queued" || (!isEdit && one.editor === id);
    if (isRefused) {
      assert.ok([403, 404, 409].includes(reply.status), JSON.stringify(reply.body));
      return;
    }
    const runs = this.actors.indexOf(actor) < ADMINS;
    if (isEdit)
      Object.assign(one, { version: one.version + 1, votes: new Set(), editor: runs ? undefined : id });
    if (!isEdit || runs) one.votes.add(id);
    const counted = count(one.votes, may);
    const isLast = (!isEdit || runs) && counted >= Math.min(this.#needed, may.size);
    assert.deepEqual(
      [reply.status, reply.body.status],
      [200, isLast ? "executed" : "queued"],
      JSON.stringify(reply.body),
    );
    assert.equal(reply.body.approval.approvals.length, counted);
    if (!isLast) return;
    one.status = "executed";
    this.executed += 1;
  }

  async reject(one: Modelled, actor: Caller): Promise<void> {
    const { status } = await door.call("RejectChangeset", { caller: actor, path: one.path, body: {} });
    const isRejected = this.#eligible().has(idOf(actor)) && one.status === "queued";
    assert.ok(isRejected ? status === 200 : [403, 404, 409].includes(status), String(status));
    if (isRejected) one.status = "rejected";
  }

  async endTime(one: Modelled): Promise<void> {
    const uuid = one.path.changeset_id.slice("crm_".length);
    await withClient(database.superuserUrl, (client) =>
      client.query("update crm.changesets set expires_at = created_at where id = $1", [uuid]),
    );
    if (one.status === "queued") one.status = "rejected";
  }

  /** Compares what a service token reads with the model. */
  async check(): Promise<void> {
    for (const { path, status, version } of this.proposals) {
      const { body } = await door.call("GetChangeset", { caller: this.team.service, path });
      assert.deepEqual([body.status, body.version], [status, version]);
    }
    const { team_id: teamId } = this.team.member;
    assert.equal((await stored(teamId)).notes, this.executed);
    const entries = (await audit(teamId)).filter(({ action }) => action === "changeset.approve");
    assert.equal(entries.length, this.executed);
  }
}

for (let seed = 0; seed < ROUNDS; seed += 1)
  test(`random edits, approvals, rejections and ends of time leave what a model says, seed ${seed}`, async () => {
    const next = random(seed);
    const model = new Model(next);
    await model.propose();
    for (let step = 0; step < STEPS; step += 1) {
      const one = model.proposals[next(model.proposals.length)];
      const actor = model.actors[next(model.actors.length)];
      assert.ok(one !== undefined && actor !== undefined);
      const kind = next(20);
      if (kind < 3) await model.propose();
      else if (kind < 4) model.setRule();
      else if (model.isGone(actor)) continue;
      else if (kind < 5) model.remove(actor);
      else if (kind < 7) await model.reject(one, actor);
      else if (kind < 8) await model.endTime(one);
      else await model.approve(one, actor, kind < 11);
    }
    await model.check();
  });
