import { KeyRound, TriangleAlert } from "lucide-react";
import type { Agency, AgencyClient, Entitlements } from "@parley/sdk";
import { serverNow } from "../../../api/clock.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { isNearAny } from "./limits.ts";

const weekMs = 7 * 86_400_000;

interface Props {
  profile: Agency | undefined;
  clients: readonly AgencyClient[];
  entitlements: ReadonlyMap<string, Entitlements> | undefined;
}

/** The key numbers: how many clients, how much usage, and what needs attention. */
export function ClientFigures({ profile, clients, entitlements }: Props) {
  const { t, format } = useI18n();
  const current = clients.filter(({ status }) => status !== "ended");
  const all = [...(entitlements?.values() ?? [])];
  const messages = all.reduce((sum, { entitlements: each }) => sum + each.messagesPerMonth.usage, 0);
  const near = current.filter(({ id }) => {
    const own = entitlements?.get(id);
    return own !== undefined && isNearAny(own);
  }).length;
  const ending = current.filter(({ grant }) => {
    const leftMs = grant?.expiresAt == null || grant.status !== "accepted" ? null : Date.parse(grant.expiresAt) - serverNow();
    return leftMs !== null && leftMs < weekMs;
  }).length;
  const figures = [
    { label: t("agency.figure.active"), value: profile?.clients.active },
    { label: t("agency.figure.pending"), value: profile?.clients.pending },
    { label: t("agency.figure.messages"), value: entitlements === undefined ? undefined : messages },
  ];
  return (
    <div className="client-figures">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <span className="text-12 text-text-3">{label}</span>
          <div className="text-16 font-semibold tabular-nums">{value === undefined ? "–" : format.number(value)}</div>
        </div>
      ))}
      <span className="client-warnings">
        {near > 0 && (
          <Chip tone="warn" size="large" icon={TriangleAlert}>
            {t("agency.figure.near", { n: near })}
          </Chip>
        )}
        {ending > 0 && (
          <Chip tone="info" size="large" icon={KeyRound}>
            {t("agency.figure.ending", { n: ending })}
          </Chip>
        )}
      </span>
    </div>
  );
}
