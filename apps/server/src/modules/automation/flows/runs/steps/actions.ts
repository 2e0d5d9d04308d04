import { AppError } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { ActionStep, ActionType, StepOf } from "../../definition/step-types.ts";
import type { HttpResult, RequestStep, StoredValue } from "../../requests/http-request.ts";
import type { RunRow } from "../runs.queries.ts";
import { createContactSteps } from "./contact-steps.ts";
import { createConversationSteps } from "./conversation-steps.ts";
import { createRunMessages } from "./run-messages.ts";
import { createSalesSteps } from "./sales-steps.ts";
import type { ActionDeps, Performers, Prepared, StepAt } from "./step-kit.ts";
import { createStepTexts } from "./step-texts.ts";
import { createNotificationSteps } from "./notification-steps.ts";

const variablesMax = 100;

/** The effects of steps, through the services of other modules. A type of step without a performer does not compile. */
export function createActions(deps: ActionDeps) {
  const texts = createStepTexts(deps);
  const { prepareMessage, send } = createRunMessages(deps, texts.filledAll);
  const { setField, performers: ofContacts } = createContactSteps(deps);
  const sendPrepared = async ({ ctx, row, prepared }: StepAt) => {
    if (prepared.message === null) throw new Error("a message that was not prepared");
    return send(ctx, row, prepared.message);
  };
  const performers: Performers<ActionType> = {
    send_message: sendPrepared,
    send_template: sendPrepared,
    ...ofContacts,
    ...createConversationSteps(deps, texts),
    ...createSalesSteps(deps, texts),
    ...createNotificationSteps(deps, texts),
  };

  /** Stores parts of a response: in variables of the run, which are returned, and in fields of the contact. */
  async function storeAnswer(ctx: TxContext, row: RunRow, step: RequestStep, answer: HttpResult): Promise<Record<string, StoredValue>> {
    const variables: Record<string, StoredValue> = { ...row.context.variables };
    for (const [i, { variable, field }] of (step.store ?? []).entries()) {
      const value = answer.values[i] ?? null;
      if (variable !== undefined) variables[variable] = value;
      else if (field !== undefined && value !== null) await setField(ctx, row, field, value);
    }
    if (Object.keys(variables).length > variablesMax)
      throw new AppError("conflict", { message: `A run can have at most ${variablesMax} variables.` });
    return variables;
  }

  return {
    fillingsOf: texts.fillingsOf,
    storeAnswer,
    textsOf: texts.textsOf,

    /** Whether a step needs preparation. */
    prepares,

    /** Call it outside the step's transaction. Throws whatever refuses the message. */
    async prepare(ctx: Context, row: RunRow, step: ActionStep): Promise<Prepared> {
      return { message: prepares(step) ? await prepareMessage(ctx, row, step) : null };
    },

    /**
     * The effect of a step, in the transaction that advances the run. Returns what is stored about it. Throws what the services behind it
     * throw.
     */
    perform(ctx: TxContext, row: RunRow, step: ActionStep, prepared: Prepared): Promise<Record<string, unknown>> {
      // The table holds each type's function, which the compiler cannot infer through an index.
      const perform = performers[step.type] as (at: StepAt, step: ActionStep) => Promise<Record<string, unknown>>;
      return perform({ ctx, row, prepared }, step);
    },
  };
}

const prepares = (step: ActionStep): step is StepOf<"send_message"> | StepOf<"send_template"> =>
  step.type === "send_message" || step.type === "send_template";

export type Actions = ReturnType<typeof createActions>;
