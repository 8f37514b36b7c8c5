/** One thing wrong with the protos: where, and what to do about it. */
export interface Fault {
  /** `protos/crm/v1/contacts.proto:15`. */
  at: string;
  message: string;
}

/** The protos cannot be generated from; every fault found is listed at once. */
export class ContractError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => `${fault.at}: ${fault.message}`).join("\n"));
    this.name = "ContractError";
    this.faults = faults;
  }
}
