import assert from "node:assert/strict";
import { send } from "./http.ts";

/** Makes a thing by a POST, and answers its id. */
export type Make = (path: string, body: unknown) => Promise<string>;

/** Makes things as the token. */
export function makerOf(token: string): Make {
  return async (path, body) => {
    const answer = await send({ method: "POST", path, token, body });
    assert.equal(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { id: string }).id;
  };
}
