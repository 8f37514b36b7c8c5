import { PostgresProxy } from "@jst/testing";
import { after } from "node:test";
import { testAuth, type TestAuth } from "./test-auth.ts";

/** auth that reaches its database through a proxy, which a test may cut. Call it at the top of a test file. */
export async function proxiedAuth(): Promise<{ auth: TestAuth; proxy: PostgresProxy }> {
  const opened = Promise.withResolvers<PostgresProxy>();
  const auth = await testAuth({
    forgetsInSeconds: true,
    lookupUrl: async (database) => {
      opened.resolve(await PostgresProxy.to(database.urlOf("auth_lookup")));
      return (await opened.promise).url;
    },
  });
  const proxy = await opened.promise;
  after(() => proxy.close());
  return { auth, proxy };
}
