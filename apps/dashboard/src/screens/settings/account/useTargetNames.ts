import { useQueries, useSuspenseQuery } from "@tanstack/react-query";
import type { AuditEntry } from "@parley/sdk";
import {
  agents,
  apiKeys,
  cannedReplies,
  channels,
  divisions,
  labels,
  macros,
  pipelines,
  segments,
  webhooks,
} from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";

interface Named {
  id: string;
  name?: string | null;
  title?: string | null;
  url?: string;
}

/** Resources with few records, by their id prefix, and the scope for reading them. */
const named = [
  { prefix: "agt_", scope: "agents:read", query: { ...agents.listQuery(), throwOnError: false } },
  { prefix: "key_", scope: "organization:read", query: { ...apiKeys.listQuery(), throwOnError: false } },
  { prefix: "can_", scope: "conversations:read", query: { ...cannedReplies.listQuery(), throwOnError: false } },
  { prefix: "chn_", scope: "channels:read", query: { ...channels.listQuery(), throwOnError: false } },
  { prefix: "div_", scope: "divisions:read", query: { ...divisions.listQuery(), throwOnError: false } },
  { prefix: "lbl_", scope: "labels:read", query: { ...labels.listQuery(), throwOnError: false } },
  { prefix: "mac_", scope: "conversations:read", query: { ...macros.listQuery(), throwOnError: false } },
  { prefix: "pip_", scope: "pipeline:read", query: { ...pipelines.listQuery(), throwOnError: false } },
  { prefix: "seg_", scope: "contacts:read", query: { ...segments.listQuery(), throwOnError: false } },
  { prefix: "whk_", scope: "webhooks:read", query: { ...webhooks.listQuery(), throwOnError: false } },
] as const;

/** The names of the records in audit log entries, as far as they still exist and may be seen. */
export function useTargetNames(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const { data: me } = useSuspenseQuery(meQuery);
  const shown = named.filter(({ prefix, scope }) => can(me, scope) && entries.some(({ targetId }) => targetId?.startsWith(prefix)));
  const lists = useQueries({ queries: shown.map(({ query }) => query) });
  return new Map(
    lists
      .flatMap(({ data }): readonly Named[] => data?.items ?? [])
      .flatMap(({ id, name, title, url }) => {
        const own = name ?? title ?? url;
        return own === undefined || own === null ? [] : [[id, own] as const];
      }),
  );
}
