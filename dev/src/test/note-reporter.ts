// Notes each test that fails on one line, with its place, its name and the first line of its error, and times of all.
import path from "node:path";
import type { TestEvent } from "node:test/reporters";

const LINE = 300;

export default async function* noteTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== "test:fail" && event.type !== "test:pass") continue;
    const { name, file = "", line = 0, details, nesting } = event.data;
    const place = path.relative(process.cwd(), file);
    // In a batch each test file is a suite with its name.
    if (nesting === 0)
      yield `took ${Math.round(details.duration_ms)} ${name.endsWith(".test.ts") ? name : place}\n`;
    if (event.type !== "test:fail") continue;
    const { error } = event.data.details;
    // A suite fails because one of its tests does.
    if ("failureType" in error && error.failureType === "subtestsFailed") continue;
    const thrown = error.cause instanceof Error ? error.cause : error;
    const text = `${place}:${line} ${name}: ${thrown.message.split("\n")[0]}`;
    yield `failed ${text.slice(0, LINE)}\n`;
  }
}
