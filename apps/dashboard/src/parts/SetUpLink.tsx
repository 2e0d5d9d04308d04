import { useSuspenseQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { can, meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { useFirstRun } from "./first-run.ts";

/** Where nothing has come in yet: to what makes something come in. Nothing for those who cannot, and for those who have put it away. */
export function SetUpLink() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { checklist } = useFirstRun(me);
  if (checklist === "away" || !can(me, "channels:write")) return null;
  return (
    <LinkButton to="/welcome" size="small" icon={ListChecks}>
      {t("welcome.title")}
    </LinkButton>
  );
}
