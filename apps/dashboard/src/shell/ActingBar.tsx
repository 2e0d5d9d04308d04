import "../styles/acting.css";
import { useQueryClient } from "@tanstack/react-query";
import { LogOut, UserCog } from "lucide-react";
import { useEffect, useState } from "react";
import type { Me } from "@parley/sdk";
import { api } from "../api/client.ts";
import { onServerTime, serverNow } from "../api/clock.ts";
import { meQuery } from "../api/session.ts";
import { useMinute } from "../api/useMinute.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { useActions } from "../keys/actions.ts";
import { leaveClient } from "../parts/stay.ts";
import { showFailure } from "../parts/show-failure.ts";

/** With less time left, another hour is offered. */
const endingMs = 15 * 60_000;

/**
 * Shown above every screen while a person acts in a client: for whom, in which role, for how long, and how to leave. It cannot be hidden.
 */
export function ActingBar({ me, acting }: { me: Me; acting: NonNullable<Me["acting"]> }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  useMinute();
  const leftMs = Math.max(0, Date.parse(acting.expiresAt) - serverNow());
  const { id } = me.tenant;
  useEffect(
    () => onServerTime(Date.parse(acting.expiresAt), () => void leaveClient(id).catch((error: unknown) => showFailure(error, i18n))),
    [acting.expiresAt, id, i18n],
  );
  async function run(work: () => Promise<unknown>) {
    setPending(true);
    try {
      await work();
    } catch (error) {
      showFailure(error, i18n);
    }
    setPending(false);
  }
  const leave = () => void run(() => leaveClient(null));
  useActions([{ id: "acting.leave", label: "acting.leave", group: "shell.go", icon: LogOut, run: leave }]);
  return (
    <section className="acting-bar" aria-label={t("acting.title")}>
      <UserCog className="icon" aria-hidden />
      <p className="grow">{t("acting.text", { client: me.tenant.name, agency: acting.agencyName })}</p>
      <span className="tabular-nums">{t("acting.left", { n: me.scopes.length, time: format.duration(leftMs) })}</span>
      {leftMs < endingMs && (
        <button
          type="button"
          className="acting-button"
          disabled={pending}
          onClick={() =>
            void run(async () => {
              await api.auth.session.enterClient({ clientId: id });
              await client.invalidateQueries({ queryKey: meQuery.queryKey });
            })
          }
        >
          {t("acting.extend")}
        </button>
      )}
      <button type="button" className="acting-button" disabled={pending} onClick={leave}>
        {t("acting.leave")}
      </button>
    </section>
  );
}
