import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { repository } from "./config.ts";

const root = mkdtempSync(path.join(tmpdir(), "jst-bootstrap-"));
after(() => rmSync(root, { recursive: true }));

// A checkout whose packages are not installed yet.
cpSync(path.join(repository, "dev/bootstrap.sh"), path.join(root, "dev/bootstrap.sh"), { recursive: true });
writeFileSync(path.join(root, "package-lock.json"), "{}");

/** Returns the message of bootstrap.sh on a machine with only these programs besides the shell's own. */
function sentence(name: string, programs: Record<string, string>): string {
  const bin = path.join(root, name);
  mkdirSync(bin);
  for (const tool of ["sh", "dirname", "uname"]) symlinkSync(`/usr/bin/${tool}`, path.join(bin, tool));
  for (const [program, script] of Object.entries(programs)) {
    writeFileSync(path.join(bin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const ended = spawnSync("/bin/sh", [path.join(root, "dev/bootstrap.sh"), "none.ts"], {
    env: { PATH: bin },
    encoding: "utf8",
  });
  assert.equal(ended.status, 1);
  return ended.stderr;
}

test("a missing or old Node, a missing npm and a missing pip are each a sentence saying what to do", () => {
  const node = "echo 20";
  assert.match(sentence("nothing", {}), /^Node\.js is missing: install .*run the command again\.\n$/);
  assert.match(sentence("old-node", { node: "echo 18" }), /^Node\.js 18 is too old: install version 20/);
  assert.match(sentence("no-npm", { node }), /^npm is missing: install it/);
  assert.match(
    sentence("no-pip", { node, npm: "", python3: "exit 1" }),
    /^Python 3 with pip is missing: install it/,
  );
});
