import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { flowNamesQuery } from "../../api/automation/flows.ts";
import {
  agents,
  broadcasts,
  channels,
  contactFields,
  divisions,
  labels,
  pipelines,
  segments,
  ticketCategories,
} from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import type { Naming } from "./model/step-texts.ts";

export interface Choice {
  id: string;
  name: string;
}

/** The records that flows refer to by id, each with its name, for selection and display. */
export interface Choices {
  members: readonly Choice[];
  divisions: readonly Choice[];
  channels: readonly (Choice & { kind: string })[];
  stages: readonly Choice[];
  pipelines: readonly Choice[];
  labels: readonly Choice[];
  categories: readonly Choice[];
  flows: readonly Choice[];
  broadcasts: readonly Choice[];
  segments: readonly Choice[];
  contactFields: readonly Choice[];
  naming: Naming;
}

const off = { throwOnError: false, staleTime: 60_000 } as const;
const settable = ["name", "email", "phone", "language", "timezone", "country", "ownerId", "stageId", "source"] as const;

export function useNames(): Choices {
  const i18n = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const may = (scope: Parameters<typeof can>[1]) => can(me, scope);
  const { data: agentList } = useQuery({ ...agents.listQuery(), ...off, enabled: may("agents:read") });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), ...off, enabled: may("divisions:read") });
  const { data: channelList } = useQuery({ ...channels.listQuery(), ...off, enabled: may("channels:read") });
  const { data: pipelineList } = useQuery({ ...pipelines.listQuery(), ...off, enabled: may("pipeline:read") });
  const { data: labelList } = useQuery({ ...labels.listQuery(), ...off, enabled: may("labels:read") });
  const { data: categoryList } = useQuery({ ...ticketCategories.listQuery(), ...off, enabled: may("tickets:read") });
  const { data: flowList } = useQuery({ ...flowNamesQuery(), ...off });
  const { data: broadcastList } = useQuery({ ...broadcasts.listQuery({}), ...off, enabled: may("broadcasts:read") });
  const { data: segmentList } = useQuery({ ...segments.listQuery(), ...off, enabled: may("contacts:read") });
  const { data: custom } = useQuery({ ...contactFields.listQuery(), ...off, enabled: may("contacts:read") });
  return useMemo(() => {
    const named = <Of extends Choice>(list: { items: readonly Of[] } | undefined): Choice[] =>
      (list?.items ?? []).map(({ id, name }) => ({ id, name }));
    const lists = {
      members: named(agentList),
      divisions: named(divisionList),
      channels: (channelList?.items ?? []).map(({ id, name, kind }) => ({ id, name, kind })),
      pipelines: named(pipelineList),
      stages: (pipelineList?.items ?? []).flatMap(({ name, stages }) =>
        stages.map((stage) => ({ id: stage.id, name: `${name}: ${stage.name}` })),
      ),
      labels: named(labelList),
      categories: named(categoryList),
      flows: named(flowList),
      broadcasts: (broadcastList?.items ?? []).map(({ id, title }) => ({ id, name: title })),
      segments: named(segmentList),
      contactFields: [
        ...settable.map((id) => ({ id: id as string, name: i18n.t(`contacts.field.${id}`) })),
        ...(custom?.items ?? []).map(({ key, label }) => ({ id: `customFields.${key}`, name: label })),
      ],
    };
    const byId = new Map(Object.values(lists).flatMap((list) => list.map(({ id, name }) => [id, name] as const)));
    // Fields of contacts have their own names and are not ids.
    for (const { id } of lists.contactFields) if (!id.startsWith("customFields.")) byId.delete(id);
    return { ...lists, naming: { i18n, nameOf: (id) => byId.get(id) ?? null } };
  }, [i18n, agentList, divisionList, channelList, pipelineList, labelList, categoryList, flowList, broadcastList, segmentList, custom]);
}
