import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import type { SlaPolicy } from "@parley/sdk";
import { slaPolicies } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { SettingsList } from "../SettingsList.tsx";
import { SlaDialog, type SlaTime, slaPriorities } from "./SlaDialog.tsx";

/** The targets for first response and resolution. */
export function SlaPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(slaPolicies.listQuery());
  const client = useQueryClient();
  function times({ targets }: SlaPolicy, of: SlaTime): string {
    return format.list(
      slaPriorities.flatMap((priority) => {
        const minutes = targets[priority]?.[of];
        return minutes == null ? [] : [t("sla.of", { priority: t(`priority.${priority}`), time: format.duration(minutes * 60_000) })];
      }),
    );
  }
  return (
    <SettingsList<SlaPolicy>
      titleKey="settings.sla"
      newKey="sla.new"
      rows={data?.items}
      nameOf={({ name }) => name}
      mayWrite={can(me, "agents:write")}
      columns={[
        {
          ...{ id: "name", name: t("contact.name") },
          cell: ({ name, description, isDefault }) => (
            <span className="flex items-center gap-2">
              <span className="min-w-0">
                <bdi className="cut block font-medium">{name}</bdi>
                <bdi className="cut block text-12 text-text-3">{description}</bdi>
              </span>
              {isDefault && <Chip tone="accent">{t("sla.default.short")}</Chip>}
            </span>
          ),
        },
        { id: "first", name: t("sla.firstResponseMinutes"), cell: (policy) => times(policy, "firstResponseMinutes") },
        { id: "next", name: t("sla.nextResponseMinutes"), cell: (policy) => times(policy, "nextResponseMinutes") },
        { id: "resolution", name: t("sla.resolutionMinutes"), cell: (policy) => times(policy, "resolutionMinutes") },
      ]}
      empty={
        <EmptyState icon={Timer} title={t("sla.empty")} call="POST /api/v1/sla-policies">
          {t("sla.empty.text")}
        </EmptyState>
      }
      form={(policy, onClose) => <SlaDialog policy={policy} onClose={onClose} />}
      loss={() => t("sla.delete.text")}
      onDelete={({ id }) => slaPolicies.remove(client, id)}
    />
  );
}
