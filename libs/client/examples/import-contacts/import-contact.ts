import { answered, isQueued, ProblemError, type components, type TeamClient } from "../../src/index.ts";

/** A contact as the API takes it. */
export type Line = components["schemas"]["ContactCreate"];

/**
 * Creates the contact, or completes the one with the e-mail address, and returns the outcome of the line. A line that
 * the API refuses is reported with all its faults; any other refusal ends the import.
 */
export async function importContact(client: TeamClient, body: Line): Promise<string[]> {
  try {
    const result = await answered(client.POST("/api/v1/contacts:upsert", { body }));
    if (isQueued(result)) return [`waits for approval: ${result.changeset_url}`];
    return [`is contact ${result.id}`];
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 422) throw error;
    return error.problem?.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [error.message];
  }
}
