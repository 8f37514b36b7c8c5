import assert from "node:assert/strict";
import type { ExtensionRule, VaultEntry } from "../../gen/rpc.ts";
import type { TestAuth } from "./test-auth.ts";

/** Makes what an operator makes for the browser extension. */
export function testExtension({ door }: Pick<TestAuth, "door">): {
  rule: (team: string, name: string, rest?: object) => Promise<ExtensionRule>;
  secret: (team: string, name: string, rest?: object) => Promise<VaultEntry>;
} {
  const operate = async <T>(method: string, body: object): Promise<T> => {
    const reply = await door.operate(method, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as T;
  };
  return {
    rule: (team, name, rest = {}) =>
      operate("SetRule", { team, name, host: "example.org", tool: "list_tables", ...rest }),
    secret: (team, name, rest = {}) =>
      operate("SetVaultEntry", { team, name, kind: "api_key", value: "correct horse", ...rest }),
  };
}
