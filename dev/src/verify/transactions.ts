import path from "node:path";
import typescript from "typescript";
import { callsIn, type Callee, type Calls } from "./calls.ts";

/** Arguments that work in a transaction receives. */
const TRANSACTIONS = /^(?:TeamTx|SystemTx|TeamTransaction|ReadMany)\b/;
/** Packages, modules of Node and files of ours whose functions reach another process. */
const OUTWARD =
  /(?:node_modules\/(?:@grpc\/grpc-js|nodemailer|@types\/nodemailer|openid-client|@?redis|kafkajs|stripe|@aws-sdk|@smithy)\/|@types\/node\/(?:https?|http2|net|tls|dgram|dns)|libs\/rpc\/src\/(?:peers|(?:internal|service)-client)\.ts$)/;
/** The way to PostgreSQL, which is the transaction's own. */
const INWARD = /^libs\/(?:db|telemetry)\//;
/** Members that run after the commit, and errors whose function runs after the rollback. */
const AFTER_COMMIT = "committed";
const AFTER_ROLLBACK = "ReadFirst";

const MEND =
  "work in a transaction waits for another process, which may hold its locks for ever. Read what the work needs before " +
  `it, do the rest once it is committed (Reply.${AFTER_COMMIT}), or throw ${AFTER_ROLLBACK}.`;

/** Ways from work in a transaction to another process, each with its mend; `root` is the folder of the tree. */
export function transactionFaults(program: typescript.Program, root: string): string[] {
  const checker = program.getTypeChecker();
  const pathOf = (file: typescript.SourceFile) => path.relative(root, file.fileName);
  const files = program
    .getSourceFiles()
    .filter((file) => /^(?:libs|services)\//.test(pathOf(file)) && !INWARD.test(pathOf(file)));
  const calls = callsIn({ files, checker, runsLater });
  const inTransaction = new Set([...calls.keys()].filter((callee) => isWork(callee, checker)));
  const isOutward = (callee: Callee) => OUTWARD.test(callee.getSourceFile().fileName) || isFetch(callee);
  const placeOf = (callee: Callee): string => {
    const file = callee.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(callee.getStart());
    return `${pathOf(file)}:${line + 1}`;
  };
  return [...inTransaction].flatMap((work) => {
    const way = wayFrom(work, calls, { isOutward, isOther: (callee) => inTransaction.has(callee) });
    return way === undefined ? [] : [`${way.map(placeOf).join(" > ")}: ${MEND}`];
  });
}

function runsLater(node: typescript.Node): boolean {
  if (typescript.isPropertyAssignment(node)) return node.name.getText() === AFTER_COMMIT;
  return typescript.isNewExpression(node) && node.expression.getText() === AFTER_ROLLBACK;
}

function isWork(callee: Callee, checker: typescript.TypeChecker): boolean {
  return callee.parameters.some((one) =>
    TRANSACTIONS.test(checker.typeToString(checker.getTypeAtLocation(one))),
  );
}

function isFetch(callee: Callee): boolean {
  return callee.name?.getText() === "fetch" && callee.getSourceFile().isDeclarationFile;
}

/** The shortest way outward that does not lead through other work, of which the same is said. */
function wayFrom(
  work: Callee,
  calls: Calls,
  { isOutward, isOther }: Record<"isOutward" | "isOther", (callee: Callee) => boolean>,
): Callee[] | undefined {
  const callers = new Map<Callee, Callee | undefined>([[work, undefined]]);
  for (const callee of callers.keys()) {
    if (isOutward(callee)) return wayTo(callee, callers);
    for (const next of calls.get(callee) ?? [])
      if (!callers.has(next) && !isOther(next)) callers.set(next, callee);
  }
  return undefined;
}

function wayTo(end: Callee, callers: ReadonlyMap<Callee, Callee | undefined>): Callee[] {
  const way: Callee[] = [];
  for (let at: Callee | undefined = end; at !== undefined; at = callers.get(at)) way.unshift(at);
  return way;
}
