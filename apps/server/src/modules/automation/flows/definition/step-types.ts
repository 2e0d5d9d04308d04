import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import type { FieldShape, stepFields, StepType } from "./definition.ts";
import type { Stored } from "../requests/http-request.ts";

/** The value of a field of each shape after reading. */
type FieldValue<F extends FieldShape> = F extends { nullable: true } ? RequiredValue<F> | null : RequiredValue<F>;
type RequiredValue<F extends FieldShape> = F extends { kind: "text" }
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
  [N in keyof S as S[N] extends { required: true } ? N : never]: FieldValue<S[N]>;
} & { [N in keyof S as S[N] extends { required: true } ? never : N]?: FieldValue<S[N]> };

/** A step of a type with the fields of that type: definition.ts as the compiler sees it. */
export type StepOf<T extends StepType> = { type: T } & Fields<(typeof stepFields)[T]>;

/** A step of a version without problems (validation.ts): only such steps are run or tried. */
export type CheckedStep = { [T in StepType]: StepOf<T> }[StepType];

/** Steps that only change where the run continues. */
type ControlStep = "wait" | "wait_for_reply" | "branch" | "stop";
/** Steps that act through the services of other modules, in the transaction that advances the run. */
export type ActionType = Exclude<StepType, ControlStep | "http_request">;
export type ActionStep = { [T in ActionType]: StepOf<T> }[ActionType];
