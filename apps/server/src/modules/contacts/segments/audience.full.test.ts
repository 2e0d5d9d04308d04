import { describe, it } from "node:test";
import { compareAudiences } from "../../../../test/stages/audience-stage.ts";

describe("an audience, by 400 rules", () => {
  it("property: the database and the evaluator give the same, whatever the rules", () => compareAudiences(400));
});
