import { describe } from "node:test";
import type { CursorCodec, ListParameters } from "@jst/query";
import type { CommonMembers } from "../declaration.ts";
import type { Resource } from "../resource.ts";
import { describeEnds } from "./describe-ends.ts";
import { describeEvents } from "./describe-events.ts";
import { describeLists } from "./describe-lists.ts";
import { describeReads } from "./describe-reads.ts";
import { describeRevisions } from "./describe-revisions.ts";
import { describeTrust } from "./describe-trust.ts";
import { describeSql } from "./describe-sql.ts";
import { describeWrites } from "./describe-writes.ts";
import { Subject, type SubjectOptions } from "./subject.ts";

/**
 * Runs the tests that every resource of plain members owes. Each rpc that it has works, refuses what its annotations
 * refuse and then stores nothing, and shows nothing to another team. Each write can be proposed, approved, repeated and
 * undone. Tests of a resource's own rules stand beside it. Call it at the top of `<resource>.test.ts`.
 */
export function describeResource<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends { cursors: CursorCodec },
>(resource: Resource<Item, Values, Query, Deps>, options: SubjectOptions<Deps>): void {
  const subject = new Subject(resource, options);
  describe(`every ${resource.declaration.noun}`, () => {
    describeReads(subject);
    describeWrites(subject);
    describeEnds(subject);
    describeEvents(subject);
    describeLists(subject);
    describeRevisions(subject);
    describeTrust(subject);
    describeSql(subject);
  });
}
