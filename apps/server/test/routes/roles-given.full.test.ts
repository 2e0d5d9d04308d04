import { describe, it } from "node:test";
import { checkPaths, credentials } from "./roles-given-stage.ts";

describe("only who has all of a role may assign it, remove it or sign in with it, whatever the credential", () => {
  for (const credential of credentials) it(`with ${credential.name}`, () => checkPaths(credential));
});
