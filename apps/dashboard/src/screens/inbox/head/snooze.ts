export interface SnoozeChoice {
  id: "hour" | "afternoon" | "tomorrow" | "monday";
  at: Date;
}

/** The options for snoozing, by the reader's own clock. Times of today that have passed are omitted. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const choices: SnoozeChoice[] = [{ id: "hour", at: new Date(now.getTime() + 3_600_000) }];
  if (now.getHours() < 13) choices.push({ id: "afternoon", at: at(0, 14) });
  choices.push({ id: "tomorrow", at: at(1, 9) });
  if (toMonday > 1) choices.push({ id: "monday", at: at(toMonday, 9) });
  return choices;
}
