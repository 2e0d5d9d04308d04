import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import type { Macro } from "@parley/sdk";
import { agents, cannedReplies, macros } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { describeAction } from "./macro-steps.ts";
import { SettingsList } from "../SettingsList.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";

/** Dialogs and panes that are loaded when they are opened. */
const MacroDialog = lazyComponent(async () => (await import("./MacroDialog.tsx")).MacroDialog, { keys: "all" });

/** The macros: several actions on a conversation at once. */
export function MacrosPart() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(macros.listQuery());
  const { data: people } = useQuery({ ...agents.listQuery(), enabled: can(me, "agents:read"), throwOnError: false });
  const { data: replies } = useQuery({ ...cannedReplies.listQuery(), throwOnError: false });
  const client = useQueryClient();
  const names = { agents: people?.items ?? [], cannedReplies: replies?.items ?? [] };
  return (
    <SettingsList<Macro>
      titleKey="settings.macros"
      newKey="macros.new"
      rows={data?.items}
      nameOf={({ name }) => name}
      mayWrite={can(me, "conversations:write")}
      columns={[
        { id: "name", name: t("contact.name"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
        {
          ...{ id: "steps", name: t("macros.steps") },
          cell: ({ actions }) => (
            <bdi className="line-clamp-2 text-text-2">{format.list(actions.map((action) => describeAction(action, i18n, names)))}</bdi>
          ),
        },
        { id: "visibility", name: t("macros.visibility"), cell: ({ visibility }) => t(`macros.visibility.${visibility}`) },
        { id: "used", name: t("canned.used"), align: "end", cell: ({ usageCount }) => format.number(usageCount) },
      ]}
      empty={
        <EmptyState icon={WandSparkles} title={t("macros.empty")} call="POST /api/v1/macros">
          {t("macros.empty.text")}
        </EmptyState>
      }
      form={(macro, onClose) => <MacroDialog macro={macro} names={names} onClose={onClose} />}
      loss={() => t("macros.delete.text")}
      onDelete={({ id }) => macros.remove(client, id)}
    />
  );
}
