import type { JudgedOperation } from "@jst/changes";
import type { Dice } from "@jst/testing";
import { done } from "./member-api.ts";

/** Resource that random writes change. */
export type WrittenResource = "contacts" | "rows" | "articles";

/** Members that random writes set, as rules name them. */
export const writtenFields = ["first_name", "last_name", "title", "excerpt", "data.name", "data.color"];

/** One request, and the operations that it makes. */
export interface RandomWrite {
  method: string;
  path: string;
  body?: object;
  operations: readonly JudgedOperation[];
  /** Takes note of what is stored once the write has run. */
  ran: (body: unknown) => void;
}

/** Paths of stored objects by their resource, each with the table of its rows. */
type Stored = Record<WrittenResource, { path: string; tableId: string | undefined }[]>;

const SEEDS = 12;
const BATCH_MAX = 4;

/** Objects of a team, and random writes of them. A write creates, or changes or deletes a stored object. */
export class RandomObjects {
  readonly #dice: Dice;
  readonly #tables: readonly string[];
  readonly #stored: Stored = { contacts: [], rows: [], articles: [] };
  #written = 0;

  private constructor(dice: Dice, tables: readonly string[]) {
    this.#dice = dice;
    this.#tables = tables;
  }

  /** Makes two tables and some objects of each resource. */
  static async make(dice: Dice, token: string): Promise<RandomObjects> {
    const tables: string[] = [];
    for (const name of ["things", "parts"]) {
      const columns = ["name", "color", "mark"].map((column) => ({ name: column, type: "text" }));
      const body = { name, display_name: name, columns };
      tables.push((await done<{ id: string }>(token, "POST", "data/tables", body)).id);
    }
    const objects = new RandomObjects(dice, tables);
    for (const resource of ["contacts", "rows", "articles"] as const)
      for (let n = 0; n < SEEDS; n += 1) {
        const { method, path, body, ran } = objects.#create(resource);
        ran(await done(token, method, path, body));
      }
    return objects;
  }

  get tables(): readonly string[] {
    return this.#tables;
  }

  /** Chooses a write of one of the resources. */
  next(resources: readonly WrittenResource[], mayDelete: boolean): RandomWrite {
    const resource = this.#dice.one(resources);
    const isStored = this.#stored[resource].length > 0;
    switch (this.#dice.number(5)) {
      case 0:
      case 1:
        return isStored ? this.#update(resource) : this.#create(resource);
      case 2:
        return isStored && mayDelete ? this.#delete(resource) : this.#create(resource);
      case 3:
        return resource === "rows" ? this.#createMany() : this.#create(resource);
      default:
        return this.#create(resource);
    }
  }

  #create(resource: WrittenResource): RandomWrite {
    const tableId = resource === "rows" ? this.#dice.one(this.#tables) : undefined;
    const path = pathOf(resource, tableId);
    const { body, fields } = this.#values(resource, true);
    return {
      method: "POST",
      path,
      body,
      operations: [operation(resource, "create", { tableId, fields })],
      ran: (stored) => this.#note(resource, path, tableId, (stored as { id: string }).id),
    };
  }

  #createMany(): RandomWrite {
    const tableId = this.#dice.one(this.#tables);
    const path = pathOf("rows", tableId);
    const rows = Array.from({ length: 1 + this.#dice.number(BATCH_MAX) }, () => this.#values("rows", true));
    return {
      method: "POST",
      path: `${path}:batch`,
      body: { rows: rows.map(({ body }) => body) },
      operations: rows.map(({ fields }) => operation("rows", "create", { tableId, fields })),
      ran: (stored) => {
        for (const { id } of (stored as { rows: { id: string }[] }).rows)
          this.#note("rows", path, tableId, id);
      },
    };
  }

  #update(resource: WrittenResource): RandomWrite {
    const { path, tableId } = this.#dice.one(this.#stored[resource]);
    const { body, fields } = this.#values(resource, false);
    const operations = [operation(resource, "update", { tableId, fields })];
    return { method: "PATCH", path, body, operations, ran: () => undefined };
  }

  #delete(resource: WrittenResource): RandomWrite {
    const stored = this.#stored[resource];
    const found = this.#dice.one(stored);
    return {
      method: "DELETE",
      path: found.path,
      operations: [operation(resource, "delete", { tableId: found.tableId, fields: [] })],
      ran: () => void stored.splice(stored.indexOf(found), 1),
    };
  }

  /** Chooses members, whose values no object has yet; the first of them is what a new object needs. */
  #values(resource: WrittenResource, isNew: boolean): { body: object; fields: string[] } {
    const names = {
      contacts: ["first_name", "last_name"],
      rows: ["name", "color"],
      articles: ["title", "excerpt"],
    }[resource];
    const chosen = new Set([...(isNew ? names.slice(0, 1) : []), ...this.#dice.some(names)]);
    const values = Object.fromEntries([...chosen].map((name) => [name, `Value ${(this.#written += 1)}`]));
    if (resource !== "rows") return { body: values, fields: Object.keys(values) };
    return { body: { data: values }, fields: Object.keys(values).map((name) => `data.${name}`) };
  }

  #note(resource: WrittenResource, path: string, tableId: string | undefined, id: string): void {
    this.#stored[resource].push({ path: `${path}/${id}`, tableId });
  }
}

function pathOf(resource: WrittenResource, tableId: string | undefined): string {
  return tableId === undefined ? resource : `data/tables/${tableId}/rows`;
}

function operation(
  resource: WrittenResource,
  op: JudgedOperation["op"],
  { tableId, fields }: { tableId: string | undefined; fields: readonly string[] },
): JudgedOperation {
  return {
    ...{ resource, op, tableId, fields: new Set(fields) },
    ...{ amount: undefined, recipients: 0, isFinal: false },
  };
}
