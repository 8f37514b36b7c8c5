// Finds packages that services run on their main thread though they belong in a thread: `make verify`.
import { threadFaults } from "./threads.ts";
import { tellFaults, writtenTree } from "./tree.ts";

tellFaults(threadFaults(await writtenTree(/(?:\.ts|(?:^|\/)package\.json)$/)));
