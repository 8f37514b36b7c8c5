import { readFileSync, writeFileSync } from "node:fs";
import { renderGateway } from "./render.ts";
import { settingsFrom } from "./settings-file.ts";

// node gateway/src/main.ts settings.json > envoy.yaml, or with the file named where no shell can redirect
const [, , path, result] = process.argv;
if (path === undefined) {
  process.stderr.write("usage: main.ts SETTINGS.json [RESULT.yaml]\n");
  process.exitCode = 2;
} else {
  const config = renderGateway(settingsFrom(readFileSync(path, "utf8")));
  if (result === undefined) process.stdout.write(config);
  else writeFileSync(result, config);
}
