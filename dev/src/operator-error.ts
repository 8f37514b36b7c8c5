/** A failure the operator can act on: its message is one sentence saying what is wrong and what to do. */
export class OperatorError extends Error {
  /** Exit code of the process: 1 for a failure, 2 for a wrong call. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "OperatorError";
    this.exitCode = options.exitCode ?? 1;
  }
}
