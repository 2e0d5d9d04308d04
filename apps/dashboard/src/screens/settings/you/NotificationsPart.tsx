import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { pushDevicesQuery, turnPushOff, turnPushOn } from "../../../api/notifications/push.ts";
import { mayNotify, onPermissionChange, PushUnreachable, pushSupport } from "../../../api/notifications/push-browser.ts";
import { meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { useAppearance } from "../../../shell/appearance.ts";
import { Chip } from "../../../ui/Chip.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { PushDevices } from "./PushDevices.tsx";

/** What the user is notified of while the dashboard is closed, and where. */
export function NotificationsPart() {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const { language } = useAppearance();
  const { data: me } = useSuspenseQuery(meQuery);
  const support = useSyncExternalStore(onPermissionChange, pushSupport);
  const { data: devices, error, refetch } = useQuery({ ...pushDevicesQuery(), throwOnError: false });
  /** The target of the pending switch. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<"undecided" | "unreachable" | null>(null);
  if (error !== null && devices === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (devices === undefined) return <SkeletonRows rows={4} />;
  const here = devices.find(({ current }) => current);
  const isOn = here !== undefined && mayNotify();

  async function change(work: () => Promise<unknown>) {
    setFailure(null);
    try {
      await work();
    } catch (cause) {
      if (cause instanceof PushUnreachable) setFailure("unreachable");
      else showFailure(cause, i18n);
    }
    setWanted(null);
  }
  function switchTo(on: boolean) {
    setWanted(on);
    void change(async () => {
      if (!on) await (here === undefined ? refetch() : turnPushOff(client, me, here));
      else if ((await turnPushOn(client, me, language)) === "default") setFailure("undecided");
    });
  }
  return (
    <div className="settings-form grid gap-8">
      <section className="grid gap-3" aria-labelledby="push-here">
        <h2 className="flex items-center gap-2 text-16" id="push-here">
          {t("push.title")} {isOn && <Chip tone="ok">{t("security.on")}</Chip>}
        </h2>
        {support === "able" ? (
          <Switch isSelected={wanted ?? isOn} isReadOnly={wanted !== null} onChange={switchTo} hint={t("push.switch.hint")}>
            {t("push.switch")}
          </Switch>
        ) : (
          <Notice tone="warn" title={t(`push.${support}`)} role="status">
            {t(`push.${support}.text`)}
          </Notice>
        )}
        {failure !== null && support === "able" && (
          <Notice tone={failure === "undecided" ? "info" : "bad"} role="status">
            {t(`push.${failure}`)}
          </Notice>
        )}
      </section>
      <PushDevices devices={devices} onEnd={(device) => change(() => turnPushOff(client, me, device))} />
    </div>
  );
}
