import { jst } from "./fleet.ts";

/** Two rules and two secrets of the browser extension, which an operator makes. */
export async function makeExtension(slug: string): Promise<void> {
  const rule = ["--host", "example.org", "--tool", "list_tables"];
  const secret = ["--kind", "note", "--value-file", new URL("../package.json", import.meta.url).pathname];
  for (const name of ["First", "Second"]) {
    await jst("extension", "rule", "set", "--team", slug, "--name", name, ...rule);
    await jst("extension", "vault", "set", "--team", slug, "--name", name, ...secret);
  }
}
