import type { FieldError } from "@jst/errors";

/** The question every keeper answers: which of the ids are the team's. */
interface Question {
  team_id: string;
  ids: string[];
}

/** The parts of the keepers' rpcs that the directory uses, as gen/internal.ts of a service has them. */
export interface DirectoryCalls {
  "auth.v1.Identities/FindMembers": {
    request: Question;
    response: { members: { id: string }[] };
    readOnly: true;
  };
  "data.v1.FileDirectory/FindFiles": { request: Question; response: { ids: string[] }; readOnly: true };
  "data.v1.TableDirectory/FindTables": { request: Question; response: { ids: string[] }; readOnly: true };
  "crm.v1.Directory/FindContacts": { request: Question; response: { ids: string[] }; readOnly: true };
}

/** Asks a keeper one question. */
export type Ask = <Name extends keyof DirectoryCalls>(
  rpc: Name,
  question: Question,
) => Promise<DirectoryCalls[Name]["response"]>;

/** How things of one kind are looked up. A kind that a further service keeps is an entry here. */
export const kinds = {
  member: {
    keeper: "auth",
    rpc: "auth.v1.Identities/FindMembers",
    find: async (ask: Ask, question: Question) =>
      (await ask("auth.v1.Identities/FindMembers", question)).members.map(({ id }) => id),
  },
  contact: {
    keeper: "crm",
    rpc: "crm.v1.Directory/FindContacts",
    find: async (ask: Ask, question: Question) => (await ask("crm.v1.Directory/FindContacts", question)).ids,
  },
  file: {
    keeper: "data",
    rpc: "data.v1.FileDirectory/FindFiles",
    find: async (ask: Ask, question: Question) =>
      (await ask("data.v1.FileDirectory/FindFiles", question)).ids,
  },
  table: {
    keeper: "data",
    rpc: "data.v1.TableDirectory/FindTables",
    find: async (ask: Ask, question: Question) =>
      (await ask("data.v1.TableDirectory/FindTables", question)).ids,
  },
} as const;

/** A kind of thing that one service keeps and others name by id. */
export type Kind = keyof typeof kinds;

/** Builds the fault at `field` for an unknown id. Absent, archived and another team's ids read the same. */
export function unknownId(kind: Kind, field: string): FieldError {
  return { field, code: "not_found", message: `The team has no ${kind} with this id.` };
}
