import { answersOfSubmissions } from "#modules/agency/signup-forms/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { variableName } from "../definition/flow-texts.ts";
import type { StoredValue } from "../requests/http-request.ts";
import type { RunContext } from "./runs.queries.ts";
import type { TriggerEvent } from "../definition/triggers.ts";

interface Started {
  event: TriggerEvent;
  context: RunContext;
}

const submissionOf = ({ type, data }: TriggerEvent) =>
  type === "form.submitted" && typeof data["submissionId"] === "string" ? parseWireId("fsb", data["submissionId"]) : null;

/**
 * The answers of a form, as variables of the runs that it starts. The event does not hold them, because events may be read more widely than
 * submissions; they are read from the submission. A deleted submission has none.
 */
export async function withAnswers<S extends Started>(tx: Tx, started: S[]): Promise<S[]> {
  const ids = new Set(started.flatMap(({ event }) => submissionOf(event) ?? []));
  if (ids.size === 0) return started;
  const answers = await answersOfSubmissions(tx, [...ids]);
  return started.map((one) => {
    const id = submissionOf(one.event);
    if (id === null) return one;
    const named = (answers.get(id) ?? []).flatMap(({ key, value }): [string, StoredValue][] =>
      variableName.test(key) ? [[key, typeof value === "string" ? value.slice(0, 2_000).toWellFormed() : value]] : [],
    );
    return { ...one, context: { ...one.context, variables: Object.fromEntries(named) } };
  });
}
