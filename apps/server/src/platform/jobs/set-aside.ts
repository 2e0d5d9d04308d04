/** Why work was set aside, as its state. Retried manually (POST /admin/queues/{name}/retry), never automatically. */
export const setAsideStates = ["process_ended", "over_limit"] as const;
export type SetAsideState = (typeof setAsideStates)[number];

/**
 * The score at which deaths set work aside. A death in company counts one, because any of the company may have been the
 * cause; a first death alone counts two.
 */
export const deathsMax = 2;

/** How long an export or import that was set aside keeps its file of customers' data for a retry. Then it ends as failed. */
export const setAsideFileMsMax = 7 * 86_400_000;

const texts: Record<SetAsideState, string> = {
  process_ended: "The server process ended twice while working on it. It is not retried automatically.",
  over_limit: "It exceeded its time limit twice. It is not retried automatically.",
};

export function isSetAside(state: string): state is SetAsideState {
  return (setAsideStates as readonly string[]).includes(state);
}

/** The reason as text; null for work that was not set aside. */
export const setAsideReason = (state: string): string | null => (isSetAside(state) ? texts[state] : null);

/** SQL: the reason as an expression, given the state as an expression. */
export const setAsideReasonSql = (state: string): string =>
  `case ${state} ${setAsideStates.map((one) => `when '${one}' then '${texts[one]}'`).join(" ")} end`;

export const isSetAsideSql = (state: string): string => `${state} in (${setAsideStates.map((one) => `'${one}'`).join(", ")})`;
