// Notes each test that fails on one line: its place, its name, and the first line of what it says.
import path from "node:path";
import type { TestEvent } from "node:test/reporters";

const LINE = 300;

export default async function* noteFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== "test:fail") continue;
    const { name, file = "", line = 0, details } = data;
    const { error } = details;
    // A suite fails because one of its tests does.
    if ("failureType" in error && error.failureType === "subtestsFailed") continue;
    const said = error.cause instanceof Error ? error.cause : error;
    const text = `${path.relative(process.cwd(), file)}:${line} ${name}: ${said.message.split("\n")[0]}`;
    yield `${text.slice(0, LINE)}\n`;
  }
}
