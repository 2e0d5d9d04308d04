import { describe, it } from "node:test";
import { checkPaths, credentials } from "./roles-given-stage.ts";

describe("a role is given, taken and signed in with only by who has all of it, whatever the credential", () => {
  for (const credential of credentials) it(`by ${credential.name}`, () => checkPaths(credential));
});
