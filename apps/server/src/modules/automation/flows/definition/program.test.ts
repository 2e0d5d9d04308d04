import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Step } from "./definition.ts";
import { compileProgram, instructionAt } from "./program.ts";

const conditions = { rules: [{ field: "tags", op: "exists" }] };
const { steps } = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 4, depthIdentifier: "steps" }),
  step: fc.oneof(
    { depthIdentifier: "steps", maxDepth: 4 },
    fc.constant<Step>({ type: "add_tag", tag: "x" }),
    fc.constant<Step>({ type: "wait", seconds: 1 }),
    fc.constant<Step>({ type: "wait_for_reply", timeoutSeconds: 1 }),
    fc.constant<Step>({ type: "stop" }),
    // biome-ignore lint/suspicious/noThenProperty: steps
    fc.record({ then: tie("steps"), else: tie("steps") }).map((inner): Step => ({ type: "branch", conditions, ...inner })),
    tie("steps").map((onTimeout): Step => ({ type: "wait_for_reply", timeoutSeconds: 1, onTimeout })),
    fc.constant<Step>({ type: "http_request", method: "GET", url: "https://example.com/" }),
    tie("steps").map((onError): Step => ({ type: "http_request", method: "GET", url: "https://example.com/", onError })),
    fc.constant<Step>({ type: "hand_over" }),
  ),
}));

/** What a run does with these answers to its questions (does the condition match, did the customer write), in this order. */
function execute(list: Step[], answers: boolean[]): string[] {
  const program = compileProgram(list);
  const done: string[] = [];
  let place = 0;
  for (let n = 0; ; n++) {
    assert.ok(n <= program.length, "a run comes to its end");
    const next = instructionAt(program, place);
    if (next === null) return done;
    const { at, instruction } = next;
    done.push(instruction.path);
    place = at + 1;
    if (instruction.do === "stop" || instruction.do === "hand_over") return done;
    if (instruction.do === "branch" && answers[n % Math.max(1, answers.length)] !== true) place = instruction.otherwise;
    if (instruction.do === "wait_for_reply" && answers[n % Math.max(1, answers.length)] !== true) {
      if (instruction.onTimeout === null) return done;
      place = instruction.onTimeout;
    }
    if (instruction.do === "request" && answers[n % Math.max(1, answers.length)] !== true) {
      if (instruction.onError === null) return done;
      place = instruction.onError;
    }
    assert.ok(place > at, "it goes forward only");
  }
}

/** The same by the meaning of the steps, without instructions. */
function meant(list: Step[], answers: boolean[]): string[] {
  const done: string[] = [];
  const through = (inner: Step[], at: string): boolean => {
    for (const [i, step] of inner.entries()) {
      const path = `${at}[${i}]`;
      const answer = answers[done.length % Math.max(1, answers.length)] === true;
      done.push(path);
      if (step.type === "stop" || step.type === "hand_over") return false;
      if (step.type === "branch" && !through((step[answer ? "then" : "else"] ?? []) as Step[], `${path}.${answer ? "then" : "else"}`))
        return false;
      if (step.type === "wait_for_reply" && !answer) {
        if (step["onTimeout"] === undefined) return false;
        if (!through(step["onTimeout"] as Step[], `${path}.onTimeout`)) return false;
      }
      if (step.type === "http_request" && !answer) {
        if (step["onError"] === undefined) return false;
        if (!through(step["onError"] as Step[], `${path}.onError`)) return false;
      }
    }
    return true;
  };
  through(list, "steps");
  return done;
}

describe("a compiled flow", () => {
  it("ends, performs no step twice, and repeats identically", () => {
    fc.assert(
      fc.property(steps, fc.array(fc.boolean(), { maxLength: 30 }), (list, answers) => {
        const done = execute(list, answers);
        assert.equal(new Set(done).size, done.length);
        assert.deepEqual(execute(structuredClone(list), answers), done);
      }),
      { numRuns: 1_000 },
    );
  });

  it("performs what its steps mean", () => {
    fc.assert(
      fc.property(steps, fc.array(fc.boolean(), { maxLength: 30 }), (list, answers) => {
        assert.deepEqual(execute(list, answers), meant(list, answers));
      }),
      { numRuns: 1_000 },
    );
  });
});
