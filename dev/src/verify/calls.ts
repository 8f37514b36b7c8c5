import path from "node:path";
import typescript from "typescript";

/** A function, or a signature that stands for functions. */
export type Callee = typescript.SignatureDeclaration;

/** Functions of a program with those that they may call. */
export interface Calls {
  /** What the body of a function may call, functions in it included; of a signature, the functions that stand for it. */
  callees: ReadonlyMap<Callee, ReadonlySet<Callee>>;
  checker: typescript.TypeChecker;
}

type Edges = Map<Callee, Set<Callee>>;

/** Reads what calls what in these files of a program. */
export function callsOf(program: typescript.Program, isRead: (file: string) => boolean): Calls {
  const checker = program.getTypeChecker();
  const callees: Edges = new Map();
  for (const file of program.getSourceFiles())
    if (isRead(path.relative(program.getCurrentDirectory(), file.fileName))) readFile(file, checker, callees);
  return { callees, checker };
}

function readFile(file: typescript.SourceFile, checker: typescript.TypeChecker, edges: Edges): void {
  const visit = (node: typescript.Node, within: readonly Callee[]): void => {
    const around = typescript.isFunctionLike(node) ? [...within, node] : within;
    for (const callee of [calledBy(node, checker)].filter((one) => one !== undefined))
      for (const caller of around) add(edges, caller, callee);
    if (typescript.isExpression(node)) standIn(node, checker, edges);
    if (typescript.isClassLike(node)) implemented(node, checker, edges);
    node.forEachChild((child) => visit(child, around));
  };
  visit(file, []);
}

function add(edges: Edges, from: Callee, to: Callee): void {
  if (from === to) return;
  const known = edges.get(from);
  if (known === undefined) edges.set(from, new Set([to]));
  else known.add(to);
}

function calledBy(node: typescript.Node, checker: typescript.TypeChecker): Callee | undefined {
  if (!typescript.isCallExpression(node) && !typescript.isNewExpression(node)) return undefined;
  const declaration = checker.getResolvedSignature(node)?.declaration;
  return declaration === undefined || typescript.isJSDocSignature(declaration) ? undefined : declaration;
}

/** A function that is given where a signature is asked for stands for it from then on. */
function standIn(node: typescript.Expression, checker: typescript.TypeChecker, edges: Edges): void {
  const own = functionOf(node, checker);
  if (own === undefined) return;
  const asked = checker.getContextualType(node)?.getCallSignatures() ?? [];
  for (const { declaration } of asked)
    if (declaration !== undefined && !typescript.isJSDocSignature(declaration)) add(edges, declaration, own);
}

function functionOf(node: typescript.Expression, checker: typescript.TypeChecker): Callee | undefined {
  if (typescript.isArrowFunction(node) || typescript.isFunctionExpression(node)) return node;
  if (!typescript.isIdentifier(node) && !typescript.isPropertyAccessExpression(node)) return undefined;
  const [signature, other] = checker.getTypeAtLocation(node).getCallSignatures();
  const declaration = other === undefined ? signature?.declaration : undefined;
  return declaration === undefined || typescript.isJSDocSignature(declaration) ? undefined : declaration;
}

/** A method stands for what the interfaces of its class say of it. */
function implemented(
  node: typescript.ClassLikeDeclaration,
  checker: typescript.TypeChecker,
  edges: Edges,
): void {
  const clauses = node.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  for (const type of clauses.map((clause) => checker.getTypeAtLocation(clause)))
    for (const member of node.members.filter(typescript.isMethodDeclaration))
      for (const declaration of type.getProperty(member.name.getText())?.declarations ?? [])
        if (typescript.isFunctionLike(declaration)) add(edges, declaration, member);
}
