import { type Static, Type } from "typebox";
import { invalidField } from "../errors/app-error.ts";

/** The period of a summary: two instants in the query, with a default and a maximum. */

const dayMs = 86_400_000;
const daysDefault = 30;
const daysMax = 400;

export const PeriodQuery = Type.Object({
  since: Type.Optional(Type.String({ format: "date-time", description: `Start; default: ${daysDefault} days before until` })),
  until: Type.Optional(
    Type.String({ format: "date-time", description: `End, exclusive; default: now. At most ${daysMax} days after since` }),
  ),
});

export interface Period {
  since: Date;
  until: Date;
}

/** Throws validation_error for since or until. */
export function readPeriod(query: Static<typeof PeriodQuery>, now: Date): Period {
  const until = query.until === undefined ? now : new Date(query.until);
  const since = query.since === undefined ? new Date(until.getTime() - daysDefault * dayMs) : new Date(query.since);
  if (since >= until) throw invalidField("until", "out_of_range", "until must be after since.");
  if (until.getTime() - since.getTime() > daysMax * dayMs)
    throw invalidField("since", "out_of_range", `A period can have at most ${daysMax} days.`);
  return { since, until };
}
