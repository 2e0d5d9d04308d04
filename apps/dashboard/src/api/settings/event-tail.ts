/** Events as they happen: those in the list, and those that the page's line has received since. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { EventType, ParleyEvent } from "@parley/sdk";
import { api } from "../client.ts";
import { liveOf } from "../live/live.ts";

const listedMax = 100;
/** Maximum number of shown events. */
const keptMax = 200;
/** Events within this time are rendered together. */
const pictureMs = 150;

export const eventTailQuery = (types: readonly EventType[]) =>
  queryOptions({
    queryKey: ["event-tail", "list", types] as const,
    queryFn: async ({ signal }): Promise<readonly ParleyEvent[]> => {
      const { data } = await api.events
        .list({ limit: listedMax, ...(types.length === 0 ? {} : { type: types.join(",") }) }, { signal })
        .page();
      // The line and the list have the same events.
      return data as ParleyEvent[];
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Newest first; undefined while they load. Without types: all. */
export function useEventTail(types: readonly EventType[]) {
  const client = useQueryClient();
  const list = useQuery({ ...eventTailQuery(types), throwOnError: false });
  const [arrived, setArrived] = useState<readonly ParleyEvent[]>([]);
  useEffect(() => {
    let waiting: ParleyEvent[] = [];
    let timer: number | undefined;
    const off = liveOf(client).onEvent((event) => {
      waiting.push(event);
      timer ??= window.setTimeout(() => {
        const news = waiting.reverse();
        [waiting, timer] = [[], undefined];
        setArrived((before) => [...news, ...before].slice(0, keptMax));
      }, pictureMs);
    });
    return () => {
      off();
      window.clearTimeout(timer);
    };
  }, [client]);
  const events = useMemo(() => list.data && merge(arrived, list.data, types), [arrived, list.data, types]);
  return { events, error: list.error, refetch: list.refetch, isFetching: list.isFetching };
}

function merge(arrived: readonly ParleyEvent[], listed: readonly ParleyEvent[], types: readonly EventType[]): ParleyEvent[] {
  const wanted = arrived.filter(({ type }) => types.length === 0 || types.includes(type));
  const byId = new Map([...listed, ...wanted].map((event) => [event.id, event]));
  // Ids sort by time.
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, keptMax);
}
