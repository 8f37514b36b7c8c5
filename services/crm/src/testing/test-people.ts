export { anotherToken, human, propose, testTeam, type TestTeam } from "@jst/testing";
