// A keeper as a process of its own, for the test that kills it.
import { startKeeper } from "../engine/indexes/keeper.ts";
import { quietLogger } from "./test-storage.ts";

const { WORKER_URL: connectionString = "", PROMOTED_FROM: from } = process.env;
const keeper = startKeeper({ connectionString, promotedFrom: Number(from), logger: quietLogger });
process.on("SIGTERM", () => void keeper.stop());
