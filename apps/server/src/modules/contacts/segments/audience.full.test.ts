import { describe, it } from "node:test";
import { compareAudiences } from "../../../../test/stages/audience-stage.ts";

describe("an audience, over 400 rules", () => {
  it("property: the database and the evaluator agree for any rules", () => compareAudiences(400));
});
