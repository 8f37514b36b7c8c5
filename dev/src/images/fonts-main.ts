// Removes from an image the files of font packages that no service reads. The whole script in regular and the license
// of each stay. The packages have hundreds of parts of fonts for browsers, more than 200 MB in all.
import { globSync, rmSync } from "node:fs";
import path from "node:path";

const WHOLE_SCRIPT = /-[a-z-]+-400-normal\.woff$/;
const OTHER_SCRIPT =
  /-(?:latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)-400-normal\.woff$/;

for (const file of globSync("node_modules/@fontsource/*/files/*")) {
  const name = path.basename(file);
  if (!WHOLE_SCRIPT.test(name) || OTHER_SCRIPT.test(name)) rmSync(file);
}
