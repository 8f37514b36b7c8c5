// Imports contacts from its input, one JSON object a line. BASE_URL and TOKEN say where and as whom.
import { createInterface } from "node:readline";
import { createClient } from "../../src/index.ts";
import { importContact, type Line } from "./import-contact.ts";

const { BASE_URL: baseUrl = "http://127.0.0.1:8080", TOKEN: token = "" } = process.env;
const client = createClient({ baseUrl, token });
let lineNumber = 0;
for await (const text of createInterface({ input: process.stdin })) {
  lineNumber += 1;
  const lines = await importContact(client, JSON.parse(text) as Line);
  for (const line of lines) console.log(`${lineNumber}: ${line}`);
}
