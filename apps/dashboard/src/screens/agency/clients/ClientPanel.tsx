import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { LogIn, X } from "lucide-react";
import { useState } from "react";
import type { AgencyClient } from "@parley/sdk";
import { clientQuery } from "../../../api/agency.ts";
import { can, meQuery } from "../../../api/session.ts";
import { enterClient } from "../../../parts/stay.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { stateTones } from "../agency-search.ts";
import { ClientGrants } from "./ClientGrants.tsx";
import { ClientLimits } from "./ClientLimits.tsx";
import { ClientMenu } from "./ClientMenu.tsx";
import { ClientTerms } from "./ClientTerms.tsx";

/** One client: acting in it, its limits, who pays. Shows none of its content. */
export function ClientPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useI18n();
  const { data: client, error, isFetching, refetch } = useQuery({ ...clientQuery(id), throwOnError: false });
  const { data: me } = useSuspenseQuery(meQuery);
  const mayWrite = can(me, "agency:write");
  const name = client?.name ?? t("agency.client");
  return (
    <aside className="client-panel scroll" aria-label={name}>
      <div className="card-head">
        {client !== undefined && <Avatar id={id} name={name} size={24} squared />}
        <h2 className="cut">
          <bdi>{name}</bdi>
        </h2>
        {client !== undefined && <Chip tone={stateTones[client.status]}>{t(`agency.state.${client.status}`)}</Chip>}
        <span className="ms-auto flex items-center">
          {client !== undefined && mayWrite && client.status !== "ended" && <ClientMenu client={client} />}
          <Button icon={X} label={t("common.close")} variant="ghost" size="small" onPress={onClose} />
        </span>
      </div>
      {client === undefined ? (
        error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        )
      ) : (
        <div className="client-parts">
          {client.status !== "ended" && can(me, "agency:act") && <ActButton client={client} />}
          <SetupNotice client={client} />
          <ClientGrants client={client} mayWrite={mayWrite} />
          {client.status !== "ended" && <ClientLimits client={client} mayWrite={mayWrite} />}
          {client.status !== "ended" && <ClientTerms client={client} mayWrite={mayWrite} />}
        </div>
      )}
    </aside>
  );
}

function ActButton({ client }: { client: AgencyClient }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [pending, setPending] = useState(false);
  const isGranted = client.grantedScopes.length > 0;
  const mayAct = isGranted && client.status !== "suspended";
  async function act() {
    setPending(true);
    try {
      await enterClient(client.id);
    } catch (error) {
      showFailure(error, i18n);
      setPending(false);
    }
  }
  useActions([{ id: "agency.act", label: "agency.act", group: "shell.agency", icon: LogIn, enabled: mayAct, run: () => void act() }]);
  if (!mayAct) return <p className="text-12 text-text-2">{t(isGranted ? "agency.act.suspended" : "agency.act.none")}</p>;
  return (
    <Button variant="primary" icon={LogIn} isPending={pending} className="client-act" onPress={() => void act()}>
      {t("agency.act")}
    </Button>
  );
}

function SetupNotice({ client: { setup } }: { client: AgencyClient }) {
  const { t } = useI18n();
  if (setup === null || setup.status === "applied") return null;
  if (setup.status === "pending") return <Notice tone="info">{t("agency.setup.pending")}</Notice>;
  return <Notice tone="bad">{t("agency.setup.failed", { problem: setup.problem?.message ?? "" })}</Notice>;
}
