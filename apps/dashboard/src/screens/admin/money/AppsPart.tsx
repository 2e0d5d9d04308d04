import { useSuspenseQuery } from "@tanstack/react-query";
import { AppWindow } from "lucide-react";
import { useState } from "react";
import type { App } from "@parley/sdk";
import { appsQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";
import { useRun } from "../frame/useRun.ts";
import { TopUpAppDialog } from "./TopUpAppDialog.tsx";

/** The apps of all organizations: switched on and off, and topped up. */
export function AppsPart() {
  const { t, format } = useI18n();
  const { now } = useRun();
  const { data: me } = useSuspenseQuery(meQuery);
  const [toppedUp, setToppedUp] = useState<App | null>(null);
  const mayWrite = can(me, "admin:write");
  const turn = ({ id, name }: App, isActive: boolean) =>
    void now(() => api.admin.apps.setStatus(id, { isActive }), t(isActive ? "admin.app.isOn" : "admin.app.isOff", { name }));
  return (
    <>
      <ListFrame<App>
        query={appsQuery()}
        label={t("admin.apps")}
        rowId={({ id }) => id}
        columns={[
          { id: "name", name: t("admin.app"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
          {
            ...{ id: "organization", name: t("admin.organization") },
            cell: ({ organizationId }) => <OrganizationLink id={organizationId} />,
          },
          {
            ...{ id: "on", name: t("admin.app.sends") },
            cell: (app) => (
              <Switch
                label={t("admin.app.switch", { name: app.name })}
                isSelected={app.isActive}
                isDisabled={!mayWrite}
                onChange={(on) => turn(app, on)}
              />
            ),
          },
          {
            ...{ id: "held", name: t("admin.heldBy") },
            cell: ({ heldBy }) => heldBy !== null && t(`admin.heldBy.${heldBy}`),
          },
          {
            ...({ id: "balance", name: t("billing.available"), align: "end" } as const),
            cell: ({ balance, currency }) => format.price(balance, currency),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (app) =>
              mayWrite && (
                <Button size="small" onPress={() => setToppedUp(app)}>
                  {t("billing.topUp")}
                </Button>
              ),
          },
        ]}
        empty={<EmptyState icon={AppWindow} title={t("admin.nothing")} call="GET /api/v1/admin/apps" />}
      />
      {toppedUp !== null && <TopUpAppDialog app={toppedUp} onClose={() => setToppedUp(null)} />}
    </>
  );
}
