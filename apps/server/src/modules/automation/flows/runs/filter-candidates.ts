import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { chainMax } from "./steps/notification-steps.ts";
import { compileConditions, type Condition, evaluateConditions } from "../definition/conditions.ts";
import type { ActiveFlow } from "./active-flows.ts";
import type { NewRun, RunError } from "./runs.queries.ts";
import { readConditionContext, type Subject, type ConditionContextDeps } from "./condition-context.ts";

export interface FilterDeps extends ConditionContextDeps {
  ids: IdSource;
  fields: Pick<ContactFieldsService, "definitions">;
}

/** A run that its flow's trigger allows to begin. Ids are uuids. */
export interface Candidate extends Subject {
  flow: Pick<ActiveFlow, "id" | "version" | "definition">;
  startedBy: string;
  eventId: string;
  depth: number;
  /** Why it counts as a loop, regardless of its depth. */
  loop?: string | undefined;
}

/** Filters the candidates by their conditions, with a handful of queries regardless of their number. */
export async function filterCandidates(ctx: TxContext, candidates: readonly Candidate[], deps: FilterDeps): Promise<NewRun[]> {
  const asked = candidates.filter(({ flow, depth }) => flow.definition.conditions !== null && depth <= chainMax);
  const definitions = asked.length === 0 ? [] : await deps.fields.definitions(ctx.tx);
  const around = new Map(
    asked.length === 0 ? [] : (await readConditionContext(ctx, asked, deps)).map((found, i) => [asked[i] as Candidate, found] as const),
  );
  const compiled = new Map<Candidate["flow"], Condition>();
  const runOf = ({ flow, ...rest }: Candidate, error: RunError | null): NewRun => ({
    id: deps.ids.uuid(),
    flowId: flow.id,
    version: flow.version,
    contactId: rest.contactId,
    conversationId: rest.conversationId,
    startedBy: rest.startedBy,
    eventId: rest.eventId,
    depth: rest.depth,
    context: rest.context,
    once: flow.definition.oncePerContact,
    error,
  });
  return candidates.flatMap((candidate): NewRun[] => {
    const { flow, depth } = candidate;
    if (depth > chainMax)
      return [
        runOf(candidate, { code: "loop_detected", message: `More than ${chainMax} flows started each other in a chain.`, path: null }),
      ];
    const begin = runOf(candidate, candidate.loop === undefined ? null : { code: "loop_detected", message: candidate.loop, path: null });
    if (flow.definition.conditions === null) return [begin];
    const found = around.get(candidate);
    if (found == null) return [];
    try {
      const condition =
        compiled.get(flow) ?? compileConditions(flow.definition.conditions, { definitions, now: ctx.now, at: "conditions" });
      compiled.set(flow, condition);
      return evaluateConditions(condition, found) ? [begin] : [];
    } catch (error) {
      // A contact field that they refer to has changed its type since.
      if (!(error instanceof AppError)) throw error;
      return [runOf(candidate, { code: error.code, message: error.message, path: "conditions" })];
    }
  });
}
