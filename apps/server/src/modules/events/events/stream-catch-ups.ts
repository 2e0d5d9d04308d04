/**
 * The places in which streams that resume read pages of the log. Tenants take turns, and none takes more than half of the places: a page
 * for which a filter matches nothing reads a whole log, and one tenant can have many such streams.
 */
export function createCatchUpPlaces(placesMax: number) {
  const ofTenantMax = Math.max(1, Math.floor(placesMax / 2));
  let taken = 0;
  const takenBy = new Map<string, number>();
  /** By tenant, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();

  const isFree = (tenantId: string) => taken < placesMax && (takenBy.get(tenantId) ?? 0) < ofTenantMax;

  function take(tenantId: string): void {
    taken += 1;
    takenBy.set(tenantId, (takenBy.get(tenantId) ?? 0) + 1);
  }

  function leave(tenantId: string): void {
    taken -= 1;
    const left = (takenBy.get(tenantId) ?? 1) - 1;
    if (left > 0) takenBy.set(tenantId, left);
    else takenBy.delete(tenantId);
    hadTurn(tenantId);
    const next = [...waiting.keys()].find(isFree);
    if (next === undefined) return;
    take(next);
    const begin = waiting.get(next)?.shift();
    hadTurn(next);
    begin?.();
  }

  /** Goes to the back, if it still waits. */
  function hadTurn(tenantId: string): void {
    const line = waiting.get(tenantId);
    waiting.delete(tenantId);
    if (line !== undefined && line.length > 0) waiting.set(tenantId, line);
  }

  return {
    async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
      if (isFree(tenantId)) take(tenantId);
      else {
        await new Promise<void>((resolve) => {
          waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), resolve]);
        });
      }
      try {
        return await work();
      } finally {
        leave(tenantId);
      }
    },
  };
}

export type CatchUpPlaces = ReturnType<typeof createCatchUpPlaces>;
