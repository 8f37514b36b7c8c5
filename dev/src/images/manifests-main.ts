// Copies what decides on packages, and nothing else, into a folder: main.ts FOLDER. Without the packages of
// development, which npm would install wherever some workspace has the same one in production.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [target = ""] = process.argv.slice(2);
for (const file of globSync(["package*.json", "*/package.json", "*/*/package.json"])) {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  delete manifest["devDependencies"];
  const copy = path.join(target, file);
  mkdirSync(path.dirname(copy), { recursive: true });
  writeFileSync(copy, JSON.stringify(manifest));
}
