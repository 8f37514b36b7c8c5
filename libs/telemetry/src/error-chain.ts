/** An error with its causes, for the log alone. What quotes data is left out: PostgreSQL's detail, some messages. */
export function errorChain(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    ...(quotesData(error) ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
    ...(error.cause === undefined ? {} : { cause: errorChain(error.cause) }),
  };
}

/** True for errors whose message repeats their input: JSON.parse, and PostgreSQL on data it cannot take (class 22). */
function quotesData(error: Error & { code?: unknown; severity?: unknown }): boolean {
  if (error instanceof SyntaxError) return true;
  return error.severity !== undefined && typeof error.code === "string" && /^(22|23|P0)/.test(error.code);
}
