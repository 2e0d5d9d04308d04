import { useSuspenseQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { can, meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { useFirstRun } from "./first-run.ts";

/**
 * In an empty inbox: a link to the setup. Hidden for people without the permission, or who have closed it, and inside a
 * client, where nobody has a setup list.
 */
export function SetUpLink() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { checklist } = useFirstRun(me);
  if (me.user === null || checklist === "away" || !can(me, "channels:write")) return null;
  return (
    <LinkButton to="/welcome" size="small" icon={ListChecks}>
      {t("welcome.title")}
    </LinkButton>
  );
}
