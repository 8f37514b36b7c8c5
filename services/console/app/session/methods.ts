/** Names the ways in which a refused member can prove to be one; undefined for any other refusal. */
export function methodsOf(problem: { code?: string } | undefined): readonly unknown[] | undefined {
  if (problem?.code !== "step_up_required") return undefined;
  const { methods } = problem as { methods?: unknown };
  return Array.isArray(methods) ? (methods as unknown[]) : [];
}
