import { Clock, KeyRound, X } from "lucide-react";
import type { AgencyClient } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";

/** The status of the grant under which the agency acts in a client. */
export function AccessChip({ client: { grant, grantedScopes } }: { client: AgencyClient }) {
  const { t } = useI18n();
  if (grant === null) return <span className="text-12 text-text-3">{t("agency.access.none")}</span>;
  if (grant.status === "accepted")
    return (
      <Chip tone="ok" icon={KeyRound}>
        {t("agency.access.scopes", { n: grantedScopes.length })}
      </Chip>
    );
  if (grant.status === "pending")
    return (
      <Chip tone="warn" icon={Clock}>
        {t("agency.access.asked")}
      </Chip>
    );
  return (
    <Chip tone={grant.status === "expired" ? "plain" : "bad"} icon={X}>
      {t(`grants.status.${grant.status}`)}
    </Chip>
  );
}
