/** Who owns a number, in two sequences of steps; proved-numbers.full.test.ts generates others. */
import { describe, it } from "node:test";
import { play } from "../../../../../test/stages/proved-numbers-stage.ts";

describe("proofs of a number", () => {
  it("deliver a message to the tenant with the valid proof, in a sequence with one of each step", () =>
    play([
      ["squats", 0],
      ["connects", 1],
      ["connects while the platform is away", 2],
      ["waits, and the platform is asked again", 2],
      ["asks again", 1],
      ["is told that the token is dead", 1],
      ["sees the token restored", 1],
      ["changes to the right token", 0],
      ["signs in", 2],
      ["changes to a wrong token", 0],
      ["switches off", 2],
      ["is connected by the operator", 1],
      ["leaves", 2],
      ["hears that its access was taken", 1],
      ["leaves", 1],
      ["is connected by the operator", 1],
    ]));

  it("a check for a channel that the operator vouched for takes nothing back from a tenant that has proved the number since", () =>
    play([
      ["is connected by the operator", 1],
      ["changes to the right token", 1],
      ["signs in", 2],
      ["hears that its access was taken", 1],
      ["waits, and the platform is asked again", 2],
    ]));
});
