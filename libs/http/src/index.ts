/** The door of plain HTTP: routes of the contract behind express, bodies, problems, and the listener. */
export { httpApp, type HttpAppOptions, type HttpRoute, type RouteRules } from "./app.ts";
export { ByteBudget } from "./byte-budget.ts";
export { limitedBody, readBody, readJson, requireFormBody, requireJsonBody } from "./body.ts";
export { departureOf, sendStream } from "./departure.ts";
export { etagOf, isKnown, sendBytes, sendCompressed, sendDocument } from "./entity-tags.ts";
export { httpDoor, type HttpDoor } from "./http-door.ts";
export { listHandler, type HttpList } from "./lists-app.ts";
export { streamedApp, type Stage, type Staged } from "./streamed-app.ts";
export { Pace } from "./pace.ts";
export { problemContext } from "./problem-context.ts";
