import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import type { Step } from "./definition.ts";
import type { ActionStep, CheckedStep, StepOf } from "./step-types.ts";

/**
 * A definition as a list of instructions. Jumps only lead forward, so every run ends after at most as many instructions as there are. The
 * same definition always gives the same list, so a position in it stays valid as long as the version exists, which is forever.
 */
export type Instruction =
  | { do: "act"; step: Exclude<ActionStep, { type: "hand_over" }>; path: string }
  | { do: "wait"; ms: number; path: string }
  /** Continues at the next instruction if the customer has written; `onTimeout` null: otherwise the run ends. */
  | { do: "wait_for_reply"; ms: number; onTimeout: number | null; path: string }
  /** Continues at the next instruction if the response is a 2xx; `onError` null: otherwise the run fails. */
  | { do: "request"; step: StepOf<"http_request">; onError: number | null; path: string }
  /** People get the conversation: the run ends. */
  | { do: "hand_over"; step: StepOf<"hand_over">; path: string }
  | { do: "branch"; conditions: AudienceRules; otherwise: number; path: string }
  | { do: "jump"; to: number }
  | { do: "stop"; path: string };

/** Compiles validated steps. `at`: their path in the definition. Pure. */
export function compileProgram(steps: readonly Step[], at = "steps"): Instruction[] {
  const program: Instruction[] = [];
  const add = <I extends Instruction>(instruction: I): I => {
    program.push(instruction);
    return instruction;
  };

  function compile(list: readonly CheckedStep[], basePath: string): void {
    for (const [i, step] of list.entries()) {
      const path = `${basePath}[${i}]`;
      switch (step.type) {
        case "stop":
          add({ do: "stop", path });
          break;
        case "wait":
          add({ do: "wait", ms: step.seconds * 1_000, path });
          break;
        case "wait_for_reply": {
          const wait = add({ do: "wait_for_reply", ms: step.timeoutSeconds * 1_000, onTimeout: null as number | null, path });
          if (step.onTimeout === undefined) break;
          const over = add({ do: "jump", to: 0 });
          wait.onTimeout = program.length;
          compile(step.onTimeout, `${path}.onTimeout`);
          over.to = program.length;
          break;
        }
        case "http_request": {
          const request = add({ do: "request", step, onError: null as number | null, path });
          if (step.onError === undefined) break;
          const over = add({ do: "jump", to: 0 });
          request.onError = program.length;
          compile(step.onError, `${path}.onError`);
          over.to = program.length;
          break;
        }
        case "hand_over":
          add({ do: "hand_over", step, path });
          break;
        case "branch": {
          const branch = add({ do: "branch", conditions: step.conditions, otherwise: 0, path });
          compile(step.then, `${path}.then`);
          const over = add({ do: "jump", to: 0 });
          branch.otherwise = program.length;
          compile(step.else ?? [], `${path}.else`);
          over.to = program.length;
          break;
        }
        default:
          add({ do: "act", step, path });
      }
    }
  }

  // The definition stores them as given; the flow's validation has shown that they are valid.
  compile(steps as readonly Step[] as readonly CheckedStep[], at);
  return program;
}

/** Members of a step that hold steps. */
export const innerSteps = ["then", "else", "onTimeout", "onError"] as const;

/** The next instruction from a position, following jumps. null: the end. Pure. */
export function instructionAt(
  program: readonly Instruction[],
  place: number,
): { at: number; instruction: Exclude<Instruction, { do: "jump" }> } | null {
  for (let at = place; ; ) {
    const instruction = program[at];
    if (instruction === undefined) return null;
    if (instruction.do !== "jump") return { at, instruction };
    at = instruction.to;
  }
}
