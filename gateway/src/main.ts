import { readFileSync } from "node:fs";
import { renderGateway } from "./render.ts";
import { settingsFrom } from "./settings-file.ts";

// node gateway/src/main.ts settings.json > envoy.yaml
const [, , path] = process.argv;
if (path === undefined) {
  process.stderr.write("usage: main.ts SETTINGS.json\n");
  process.exitCode = 2;
} else {
  process.stdout.write(renderGateway(settingsFrom(readFileSync(path, "utf8"))));
}
