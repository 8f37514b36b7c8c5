import type { Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";

/** Answers one page of the team's artifacts, without their contents. */
export const listArtifacts: Handler<"ListArtifacts"> = artifacts.page;
