import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { describeStore } from "../../testing/describe-store.ts";
import { DirectoryStore } from "./directory-store.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jst-store-"));
after(() => rmSync(folder, { recursive: true }));

describeStore("a folder", new DirectoryStore(folder));
