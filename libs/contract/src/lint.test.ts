import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { baseCommit } from "./base.ts";
import { readConfig } from "./config.ts";
import { root } from "./fixture-protos.ts";
import { lintProtos } from "./lint.ts";

const THING = `syntax = "proto3";

package shop.v1;

message Thing {
  string id = 1;
  string name = 2;
}
`;
const WITHOUT_NAME = THING.replace("  string name = 2;\n", "");
const WITH_MORE = THING.replace("name = 2;\n", "name = 2;\n  string note = 3;\n");

/** A repository with one commit that holds the proto above. */
async function repository(work: (repo: Repository) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "jst-repository-"));
  try {
    const repo = new Repository(dir);
    repo.git("init", "-q", "-b", "main");
    await cp(join(root, "buf.yaml"), join(dir, "buf.yaml"));
    await cp(join(root, "protos/platform"), join(dir, "protos/platform"), { recursive: true });
    await repo.write(THING);
    repo.commit("first");
    await work(repo);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

class Repository {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  git(...args: string[]): string {
    const author = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...author, ...args], { cwd: this.dir, encoding: "utf8" }).trim();
  }

  async write(proto: string): Promise<void> {
    await mkdir(join(this.dir, "protos/shop/v1"), { recursive: true });
    await writeFile(join(this.dir, "protos/shop/v1/thing.proto"), proto);
  }

  commit(message: string): string {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  lint(): Promise<string[]> {
    return lintProtos(this.dir, readConfig().cacheDir);
  }
}

test("a clone of a single commit is linted and has nothing to be compared with", () =>
  repository(async (repo) => {
    assert.match((await repo.lint()).join(), /no earlier protos/);
  }));

test("a removed member is refused before and after it is committed, an added one is not", () =>
  repository(async (repo) => {
    await repo.write(WITH_MORE);
    assert.deepEqual(await repo.lint(), []);
    await repo.write(WITHOUT_NAME);
    await assert.rejects(repo.lint(), /protos\/shop\/v1\/thing\.proto:5: ?Previously present field "2"/);
    repo.commit("remove");
    repo.commit("something else");
    await assert.rejects(repo.lint(), /Previously present field "2"/);
  }));

test("a break that its commit explains is let through and named", () =>
  repository(async (repo) => {
    await repo.write(WITHOUT_NAME);
    repo.commit("remove\n\nContract-Break: nobody has seen name yet");
    assert.match((await repo.lint()).join(), /nobody has seen name yet/);
  }));

test("a branch is compared with where it left main", () =>
  repository(async (repo) => {
    const fork = repo.git("rev-parse", "HEAD");
    repo.git("checkout", "-q", "-b", "topic");
    await repo.write(WITH_MORE);
    repo.commit("one");
    repo.commit("two");
    assert.equal(await baseCommit(repo.dir), fork);
  }));

test("a fault of lint names the file and the line", () =>
  repository(async (repo) => {
    await repo.write(WITH_MORE.replace("note", "Note"));
    await assert.rejects(repo.lint(), /protos\/shop\/v1\/thing\.proto:8: ?Field name "Note"/);
  }));

test("a proto that buf would format otherwise is refused", () =>
  repository(async (repo) => {
    await repo.write(WITH_MORE.replace("  string note", "      string note"));
    await assert.rejects(repo.lint(), /string note/);
  }));
