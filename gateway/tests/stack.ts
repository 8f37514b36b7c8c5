import { after, before, beforeEach } from "node:test";
import { startGateway, type TestGateway } from "./gateway.ts";
import { startAuth, type TestAuth } from "./upstreams/auth.ts";
import { startPlain, type TestPlain } from "./upstreams/plain.ts";
import { startThings, type TestThings } from "./upstreams/things.ts";

/** The gateway with everything behind it. */
export interface Stack {
  gateway: TestGateway;
  auth: TestAuth;
  things: TestThings;
  plain: TestPlain;
  /** Public port, readable once the stack has started. */
  port: () => number;
}

/** Starts one stack for the tests of a file; before each of them nothing has been seen and auth decides. */
export function useStack(): Stack {
  const stack: Partial<Stack> & Pick<Stack, "port"> = { port: () => (stack as Stack).gateway.port };
  before(async () => {
    stack.auth = await startAuth();
    stack.things = await startThings();
    stack.plain = await startPlain();
    stack.gateway = await startGateway({
      auth: stack.auth.port,
      things: stack.things.port,
      plain: stack.plain.port,
    });
  });
  beforeEach(() => {
    const { auth, things, plain } = stack as Stack;
    auth.mood = "decides";
    for (const seen of [auth, things, plain]) seen.clear();
  });
  after(async () => {
    await stack.gateway?.close();
    await Promise.all([stack.auth?.close(), stack.things?.close(), stack.plain?.close()]);
  });
  return stack as Stack;
}
