import { catalogue, type AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler } from "express";
import { testAgent } from "../testing/test-agent.ts";
import { getErrorCode } from "./get-error-code.ts";

const agent = await testAgent();

// express knows it by its four parameters.
const refuse: ErrorRequestHandler = (error: AppError, _request, response, next) => {
  if (response.headersSent) next(error);
  else response.status(error.status).send(error.message);
};

/** Runs with the address of a door that has this route alone. */
async function served(run: (url: string) => Promise<void>): Promise<void> {
  const app = express().get("/errors/:code", getErrorCode()).use(refuse);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/errors`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test("every code has a page that tells its status, its title, what it means and what to do", async () => {
  await served(async (url) => {
    for (const [code, [status, title]] of Object.entries(catalogue)) {
      const reply = await fetch(`${url}/${code}`);
      const { meaning, ...rest } = (await reply.json()) as { meaning: string };
      assert.deepEqual([reply.status, rest], [200, { code, status, title }]);
      assert.match(meaning, /^[A-Z].{20,300}\.$/);
    }
  });
});

test("HTML is answered to whom prefers it, with a policy that permits nothing, and JSON to all others", async () => {
  await served(async (url) => {
    const typeFor = async (accept: string) =>
      (await fetch(`${url}/not_found`, { headers: { accept } })).headers.get("content-type");
    for (const accept of ["text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"])
      assert.equal(await typeFor(accept), "text/html; charset=utf-8", accept);
    for (const accept of ["*/*", "application/json", "application/problem+json", "image/png"])
      assert.equal(await typeFor(accept), "application/json; charset=utf-8", accept);
    const page = await fetch(`${url}/not_found`, { headers: { accept: "text/html" } });
    assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    assert.equal(page.headers.get("vary"), "accept");
    const html = await page.text();
    assert.match(html, /<code>not_found<\/code>, HTTP 404/);
    assert.ok(!/<(?:script|style|link|img)/.test(html));
    const etag = page.headers.get("etag") ?? "";
    const headers = { accept: "text/html", "if-none-match": etag };
    assert.equal((await fetch(`${url}/not_found`, { headers })).status, 304);
  });
});

test("an unknown code is 404 and is not repeated in the answer", async () => {
  await served(async (url) => {
    for (const code of ["nothing", "toString", "__proto__", "NOT_FOUND", "%3Cb%3E"]) {
      const reply = await fetch(`${url}/${code}`);
      assert.deepEqual(
        [reply.status, await reply.text()],
        [404, "An error with this code does not exist. Copy the code from the field code of the error."],
      );
    }
  });
});

test("the type of a problem is the address of its page", async () => {
  const { type, code } = (await agent.get("/actions/nothing")).body as { type: string; code: string };
  await served(async (url) => {
    const page = await fetch(new URL(new URL(type).pathname, url));
    assert.equal(((await page.json()) as { code: string }).code, code);
  });
});
