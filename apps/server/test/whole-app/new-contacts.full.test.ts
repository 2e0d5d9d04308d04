import { describe, it } from "node:test";
import { storeBatches } from "./new-contacts-stage.ts";

describe("new contacts in a batch", () => {
  it("are stored as they would be one after the other", () => storeBatches({ numRuns: 60 }));
});
