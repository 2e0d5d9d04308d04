import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import type { FieldShape, stepFields, StepType } from "./definition.ts";
import type { Stored } from "../requests/http-request.ts";

/** What a field of each shape holds once it was read. */
type Held<F extends FieldShape> = F extends { nullable: true } ? Bare<F> | null : Bare<F>;
type Bare<F extends FieldShape> = F extends { kind: "text" }
  ? string
  : F extends { kind: "integer" | "number" }
    ? number
    : F extends { kind: "boolean" }
      ? boolean
      : F extends { kind: "words"; words: readonly (infer W)[] }
        ? W
        : F extends { kind: "texts" }
          ? string[]
          : F extends { kind: "headers" }
            ? Record<string, string>
            : F extends { kind: "payload" }
              ? Record<string, unknown>
              : F extends { kind: "stores" }
                ? Stored[]
                : F extends { kind: "rules" }
                  ? AudienceRules
                  : F extends { kind: "steps" }
                    ? CheckedStep[]
                    : unknown;

type Fields<S extends Readonly<Record<string, FieldShape>>> = {
  [N in keyof S as S[N] extends { required: true } ? N : never]: Held<S[N]>;
} & { [N in keyof S as S[N] extends { required: true } ? never : N]?: Held<S[N]> };

/** A step of a type with the fields that the type takes: what definition.ts says, as the compiler knows it. */
export type StepOf<T extends StepType> = { type: T } & Fields<(typeof stepFields)[T]>;

/** A step of a version that was found to have nothing wrong (validation.ts): only such are run or tried. */
export type CheckedStep = { [T in StepType]: StepOf<T> }[StepType];

/** Steps that change where the run goes on, and nothing else. */
type Steering = "wait" | "wait_for_reply" | "branch" | "stop";
/** Steps that do something by the verbs of other modules, in the transaction that takes the run on. */
export type ActionType = Exclude<StepType, Steering | "http_request">;
export type ActionStep = { [T in ActionType]: StepOf<T> }[ActionType];
