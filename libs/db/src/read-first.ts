/**
 * Ends a transaction whose work needs what another process knows. The transaction is rolled back and its connection
 * returned, then `read` runs, then the work runs again: nobody waits for another process under a lock.
 */
export class ReadFirst extends Error {
  /** Reads what the work needs, so that the next run has it at hand. */
  readonly read: () => Promise<void>;

  constructor(read: () => Promise<void>) {
    super("The work needs what another process knows.");
    this.read = read;
  }
}
