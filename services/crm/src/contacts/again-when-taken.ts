import { ContactTaken } from "./contact-taken.ts";

const ATTEMPTS = 3;

/** Runs the write again when a contact came into being meanwhile: then it is there to be completed. */
export async function againWhenTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof ContactTaken) || attempt === ATTEMPTS) throw error;
    }
  }
}
