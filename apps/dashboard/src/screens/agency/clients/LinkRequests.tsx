import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import type { AgencyLinkRequest } from "@parley/sdk";
import { linkRequests } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";

const tones: Readonly<Record<AgencyLinkRequest["status"], ChipTone>> = {
  pending: "warn",
  accepted: "ok",
  declined: "bad",
  withdrawn: "plain",
  expired: "plain",
};

/** Organizations that were asked and have not agreed; those that have are clients. */
export function LinkRequests({ mayWrite }: { mayWrite: boolean }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data } = useQuery({ ...linkRequests.listQuery(), staleTime: 0, refetchInterval: 60_000, throwOnError: false });
  const open = (data?.items ?? []).filter(({ status }) => status === "pending" || status === "declined");
  async function withdraw(id: string) {
    try {
      await api.agency.linkRequests.withdraw(id);
    } catch (error) {
      showFailure(error, i18n);
    }
    linkRequests.invalidate(client, id);
  }
  if (open.length === 0) return null;
  return (
    <section className="link-requests" aria-label={t("agency.requests")}>
      <h2 className="section-title">{t("agency.requests")}</h2>
      {open.map(({ id, organization, status, expiresAt, answeredAt }) => (
        <div className="mini" key={id}>
          <Link2 className="icon" aria-hidden />
          <bdi className="cut grow">{organization}</bdi>
          <Chip tone={tones[status]}>{t(`agency.request.${status}`)}</Chip>
          <span className="text-12 text-text-3">
            {status === "pending" ? t("grants.until", { when: format.when(expiresAt) }) : answeredAt !== null && format.when(answeredAt)}
          </span>
          {mayWrite && status === "pending" && (
            <Button size="small" variant="ghost" onPress={() => void withdraw(id)}>
              {t("agency.request.withdraw")}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
