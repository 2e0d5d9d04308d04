import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GatewaySettings, GatewayTest } from "@parley/sdk";
import { gatewayQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { useRun } from "../frame/useRun.ts";
import { GatewayForm } from "./GatewayForm.tsx";

/** The installation's only payment gateway. */
export function GatewayPart() {
  const { data, error, refetch } = useQuery(gatewayQuery());
  const { data: me } = useSuspenseQuery(meQuery);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return (
    <div className="settings-form grid gap-6">
      <GatewayState settings={data} mayWrite={can(me, "admin:write")} />
      <GatewayForm settings={data} mayWrite={can(me, "admin:write")} />
    </div>
  );
}

function GatewayState({ settings, mayWrite }: { settings: GatewaySettings; mayWrite: boolean }) {
  const { t, format } = useI18n();
  const { now } = useRun();
  const [tested, setTested] = useState<GatewayTest | null>(null);
  const [testing, setTesting] = useState(false);
  const { enabled, hasSecretKey, testedAt, testError, callbackUrl } = settings;
  const test = async () => {
    setTesting(true);
    await now(async () => setTested(await api.admin.gateway.test()), t("admin.gateway.tested"));
    setTesting(false);
  };
  const problem = tested === null ? testError : tested.ok ? null : (tested.message ?? tested.error);
  const checked = tested !== null || testedAt !== null;
  return (
    <>
      <Notice
        tone={problem !== null ? "bad" : !enabled ? "warn" : checked ? "ok" : "plain"}
        role="status"
        title={t(
          problem !== null ? "admin.gateway.bad" : !enabled ? "admin.gateway.off" : checked ? "admin.gateway.ok" : "admin.gateway.unknown",
        )}
        actions={
          mayWrite &&
          hasSecretKey && (
            <Button size="small" isPending={testing} onPress={() => void test()}>
              {t("admin.gateway.test")}
            </Button>
          )
        }
      >
        {problem !== null ? (
          <bdi>{problem}</bdi>
        ) : testedAt !== null ? (
          t("admin.gateway.testedAt", { when: format.relative(tested?.testedAt ?? testedAt) })
        ) : (
          t("admin.gateway.text")
        )}
      </Notice>
      <dl className="card settings-facts">
        <dt>{t("admin.gateway.callback")}</dt>
        <dd>
          <CopyText text={callbackUrl} shown={callbackUrl} label={t("admin.gateway.callback")} />
        </dd>
        <dt>{t("admin.currency")}</dt>
        <dd>{settings.currency}</dd>
      </dl>
    </>
  );
}
