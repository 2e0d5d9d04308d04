import { useRef } from "react";
import type { PushSubscription as Device } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";

/** All of the user's browsers that are notified, wherever they are signed in. */
export function PushDevices({ devices, onEnd }: { devices: readonly Device[]; onEnd(device: Device): Promise<void> }) {
  const { t, format } = useI18n();
  const section = useRef<HTMLElement>(null);
  /** Its button disappears and must not take the focus with it. */
  async function end(device: Device) {
    await onEnd(device);
    section.current?.focus();
  }
  return (
    <section className="grid gap-2" aria-label={t("push.devices")} ref={section} tabIndex={-1}>
      <h2 className="text-16">{t("push.devices")}</h2>
      {devices.length === 0 && <p className="text-text-3">{t("push.devices.empty")}</p>}
      {devices.map((device) => {
        const name = device.userAgent ?? t("security.unknownBrowser");
        return (
          <div className="mini" key={device.id}>
            <span className="min-w-0 grow">
              <bdi className="cut block">{name}</bdi>
              <span className="text-12 text-text-3">{format.when(device.createdAt)}</span>
            </span>
            {device.current && <Chip tone="accent">{t("security.thisOne")}</Chip>}
            <Button size="small" label={t("push.removeOf", { device: name })} onPress={() => void end(device)}>
              {t("push.remove")}
            </Button>
          </div>
        );
      })}
    </section>
  );
}
