import typescript from "typescript";

/** A function, or a signature that functions are given for. */
export type Callee = typescript.SignatureDeclaration;

/** Calls that a function makes in its own body, inner functions included; of a signature, the functions it receives. */
export type Calls = ReadonlyMap<Callee, ReadonlySet<Callee>>;

/** Facts that are read from a program. */
export interface ReadCode {
  files: readonly typescript.SourceFile[];
  checker: typescript.TypeChecker;
  /** True for a part of a function that does not run with it. */
  runsLater: (node: typescript.Node) => boolean;
}

/** Reads what calls what. */
export function callsIn({ files, checker, runsLater }: ReadCode): Calls {
  const calls = new Map<Callee, Set<Callee>>();
  const add = (from: Callee, to: Callee | undefined): void => {
    if (to !== undefined && to !== from) calls.set(from, (calls.get(from) ?? new Set()).add(to));
  };
  const visit = (node: typescript.Node, outer: readonly Callee[]): void => {
    const around = runsLater(node) ? [] : outer;
    const within = isFunction(node) ? [...around, node] : around;
    for (const caller of within) add(caller, calledBy(node, checker));
    if (typescript.isExpression(node))
      for (const [asked, given] of givenFor(node, checker)) add(asked, given);
    if (typescript.isClassLike(node))
      for (const [asked, given] of implementedBy(node, checker)) add(asked, given);
    node.forEachChild((child) => visit(child, within));
  };
  for (const file of files) visit(file, []);
  return calls;
}

function isFunction(node: typescript.Node | undefined): node is Callee {
  return node !== undefined && typescript.isFunctionLike(node) && !typescript.isJSDocSignature(node);
}

function calledBy(node: typescript.Node, checker: typescript.TypeChecker): Callee | undefined {
  if (!typescript.isCallExpression(node) && !typescript.isNewExpression(node)) return undefined;
  const declaration = checker.getResolvedSignature(node)?.declaration;
  return isFunction(declaration) ? declaration : undefined;
}

type Given = [asked: Callee, given: Callee];

/** A function where a signature is asked for: an argument, a member, an answer. */
function givenFor(node: typescript.Expression, checker: typescript.TypeChecker): Given[] {
  const given = functionAt(node, checker);
  if (given === undefined) return [];
  const asked = checker.getContextualType(node)?.getCallSignatures() ?? [];
  return asked.flatMap(({ declaration }): Given[] => (isFunction(declaration) ? [[declaration, given]] : []));
}

function functionAt(node: typescript.Expression, checker: typescript.TypeChecker): Callee | undefined {
  if (typescript.isArrowFunction(node) || typescript.isFunctionExpression(node)) return node;
  if (!typescript.isIdentifier(node) && !typescript.isPropertyAccessExpression(node)) return undefined;
  const [signature, another] = checker.getTypeAtLocation(node).getCallSignatures();
  const declaration = another === undefined ? signature?.declaration : undefined;
  return isFunction(declaration) ? declaration : undefined;
}

/** Methods of a class, each for the signature that an interface of the class has. */
function implementedBy(
  { heritageClauses = [] as never, members }: typescript.ClassLikeDeclaration,
  checker: typescript.TypeChecker,
): Given[] {
  const types = heritageClauses.flatMap((clause) =>
    clause.types.map((one) => checker.getTypeAtLocation(one)),
  );
  const methods = members.filter((member) => typescript.isMethodDeclaration(member));
  return types.flatMap((type) =>
    methods.flatMap((method): Given[] => {
      const asked = type.getProperty(method.name.getText())?.declarations ?? [];
      return asked.filter(isFunction).map((one) => [one, method]);
    }),
  );
}
