import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import typescript from "typescript";
import { transactionFaults } from "./transactions.ts";

const client =
  "export class InternalClient { call(name: string): Promise<string> { return Promise.resolve(name); } }\n";
const peers = "export type PeerRpc = (name: string) => Promise<string>;\n";
const db = `export interface TeamTx { query(text: string): Promise<unknown[]> }
export class ReadFirst extends Error { read: () => Promise<void>; constructor(read: () => Promise<void>) { super(); this.read = read; } }
export class Database { async write<T>(work: (tx: TeamTx) => Promise<T>): Promise<T> { return work({ query: async () => [] }); } }
`;
const imports = `import { InternalClient } from "../../../libs/rpc/src/internal-client.ts";
import type { PeerRpc } from "../../../libs/rpc/src/peers.ts";
import { Database, ReadFirst, type TeamTx } from "../../../libs/db/src/db.ts";
const client = new InternalClient(); const database = new Database();
`;

/** The ways that are found in a service with this code, as the lines of its file and the file at their end. */
function waysIn(code: string): string[] {
  const root = mkdtempSync(path.join(tmpdir(), "transactions-"));
  const own = path.join(root, "services/crm/src/work.ts");
  const files = [
    [path.join(root, "libs/rpc/src/internal-client.ts"), client],
    [path.join(root, "libs/rpc/src/peers.ts"), peers],
    [path.join(root, "libs/db/src/db.ts"), db],
    [own, `${imports}${code}`],
  ] as const;
  try {
    for (const [file, text] of files) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const program = typescript.createProgram([own], {
      target: typescript.ScriptTarget.ES2024,
      module: typescript.ModuleKind.NodeNext,
      allowImportingTsExtensions: true,
      strict: true,
      noEmit: true,
      types: [],
    });
    const faults = program.getSemanticDiagnostics(program.getSourceFile(own));
    assert.deepEqual(
      faults.map(({ messageText }) => messageText),
      [],
    );
    return transactionFaults(program, root).map((fault) => fault.slice(0, fault.indexOf(": ")));
  } finally {
    rmSync(root, { recursive: true });
  }
}

const line = (n: number) => `services/crm/src/work.ts:${n + 4}`;
const end = "libs/rpc/src/internal-client.ts:1";

for (const [what, code, ways] of [
  [
    "a call in the work itself",
    'void database.write(async (tx) => { await tx.query(""); return client.call("a"); });',
    [`${line(1)} > ${end}`],
  ],
  [
    "a call of a function that the work calls",
    'const ask = () => client.call("a");\nconst more = async () => { await ask(); };\nvoid database.write(() => more());',
    [`libs/db/src/db.ts:3 > ${line(3)} > ${line(2)} > ${line(1)} > ${end}`],
  ],
  [
    "a call behind a type of functions, for each function of that type",
    'type Find = (id: string) => Promise<string>;\nconst deps: { find: Find } = { find: async (id) => client.call(id) };\nexport async function tell(tx: TeamTx, { find }: { find: Find }) { await tx.query(""); await find(""); }\nvoid deps;',
    [`${line(3)} > ${line(1)} > ${line(2)} > ${end}`],
  ],
  [
    "a call of a peer, of which a type alone is known",
    'interface Peers { crm: { find: PeerRpc } }\nexport async function tell(tx: TeamTx, { crm }: Peers) { await tx.query(""); await crm.find(""); }',
    [`${line(2)} > libs/rpc/src/peers.ts:1`],
  ],
  [
    "a call behind an interface, by the method of a class",
    'interface Asks { ask(): Promise<string> }\nclass Peer implements Asks { ask() { return client.call("a"); } }\nexport const work = (tx: TeamTx, peer: Asks) => peer.ask();\nnew Peer();',
    [`${line(3)} > ${line(1)} > ${line(2)} > ${end}`],
  ],
  [
    "a call behind a method that is given by name",
    'class Peer { ask = (): Promise<string> => client.call("a"); }\nconst peer = new Peer();\nconst twice = (ask: () => Promise<string>) => ask();\nexport const work = (tx: TeamTx) => twice(peer.ask);',
    [`${line(4)} > ${line(3)} > ${line(3)} > ${line(1)} > ${end}`],
  ],
  [
    "a call before the transaction, after the commit, and after the rollback",
    'export async function work() {\n  const known = await client.call("a");\n  const { committed } = await database.write(async (tx) => {\n    if (known === "") throw new ReadFirst(async () => { await client.call("b"); });\n    await tx.query("");\n    return { committed: () => client.call("c") };\n  });\n  await committed();\n}',
    [],
  ],
] as const)
  test(`${ways.length > 0 ? "found" : "left alone"}: ${what}`, () => {
    assert.deepEqual(waysIn(code), ways);
  });
