import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

/** The way to a call with its transcript, for whoever may read it. */
export function CallLink({ callId }: { callId: string }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  if (!can(me, "voice:read")) return null;
  return (
    <Link className="link text-12" to="/voice/$part/$recordId" params={{ part: "calls", recordId: callId }} search={{}}>
      {t("calls.open")}
    </Link>
  );
}
