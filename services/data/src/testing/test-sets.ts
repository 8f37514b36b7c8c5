import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { addMember, beginSet, changesetUuid, endSet } from "@jst/changes";
import { actorIdOf, type Caller } from "@jst/caller";
import { Database, uuidv7, type TeamContext, type TeamTx } from "@jst/db";
import type { TestDatabase, TestReply } from "@jst/testing";

/** Work that leaves a changeset, such as a batch of rows. */
type Page = () => Promise<TestReply>;

/** Makes sets as an import does: each page by the code of its rpc, counted under a set. */
export function testSets({ url }: TestDatabase) {
  const database = new Database({
    ...{ connectionString: url, poolSize: 2, applicationName: "sets", changesetPrefix: "data" },
  });
  after(() => database.close());

  /** Runs the pages one after the other as members of one set; answers its id. */
  async function set(caller: Caller, pages: readonly Page[], { isOpen = false } = {}): Promise<string> {
    const id = uuidv7();
    const context = contextOf(caller);
    const within = async (work: (tx: TeamTx) => void, uuid?: string) =>
      database.write(
        context,
        (tx) => {
          work(tx);
          return Promise.resolve();
        },
        uuid,
      );
    for (const [n, page] of pages.entries()) {
      const { status, headers, ...reply } = await page();
      if (status >= 300) throw new Error(JSON.stringify(reply));
      await within(
        (tx) => {
          beginSet(tx, { id, summary: "Import things", total: pages.length });
          addMember(tx, { setId: id, summary: `Page ${n + 1}`, done: n + 1 });
        },
        changesetUuid(headers["x-changeset-id"] ?? ""),
      );
    }
    if (!isOpen) await within((tx) => endSet(tx, id));
    return `data_${id}`;
  }

  return { database, set };
}

/** Context of a caller as its door makes it. */
export function contextOf(caller: Caller): TeamContext {
  return {
    teamId: caller.team_id,
    tokenId: caller.token_id,
    actorType: caller.token_type,
    actorId: actorIdOf(caller),
    requestId: randomUUID(),
    door: caller.door,
    timeoutMs: 30_000,
  };
}
