export { answered, isQueued, ProblemError, type Problem, type QueuedWrite } from "./answered.ts";
export { createClient, type ClientOptions, type TeamClient } from "./create-client.ts";
export { everyPage, type At } from "./every-page.ts";
export type { components, operations, paths } from "../gen/openapi.ts";
