// Finds files that import each other in a loop: `make verify`.
import { loopFaults } from "./loops.ts";
import { tellFaults, writtenTree } from "./tree.ts";

tellFaults(loopFaults(await writtenTree(/(?:\.tsx?|(?:^|\/)package\.json)$/)));
