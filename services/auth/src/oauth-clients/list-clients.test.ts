import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { CALLBACK, testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { connect, newClient, openTeam, signedIn } = testOAuth(auth);

test("clients are listed newest first, with how much was granted to each", async () => {
  const { visitor } = await signedIn(await openTeam());
  const { clientId } = await connect(visitor);
  const other = await newClient([CALLBACK], "Other");
  const listed = async (before?: string) =>
    (await auth.door.operate("ListClients", before === undefined ? {} : { before })).body.clients as {
      client_id: string;
      grants: number;
    }[];
  const all = await listed();
  assert.deepEqual(
    all.map(({ client_id, grants }) => [client_id, grants]),
    [
      [other, 0],
      [clientId, 1],
    ],
  );
  assert.deepEqual(
    (await listed(other)).map(({ client_id }) => client_id),
    [clientId],
  );
});
