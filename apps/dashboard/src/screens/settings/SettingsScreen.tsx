import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { can, meQuery } from "../../api/session.ts";
import { PartsFrame } from "../../parts/PartsFrame.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { settingsParts } from "./settings-parts.ts";

/** The settings that this person may see. */
export function SettingsScreen() {
  const { part } = useParams({ from: "/app/settings/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const allowed = settingsParts.filter(
    ({ scope, isPersonal }) => (scope === null || can(me, scope)) && (isPersonal !== true || me.user !== null),
  );
  const current = allowed.find(({ id }) => id === part);
  if (current === undefined) return <NotFoundPage />;
  return <PartsFrame titleKey="shell.settings" to="/settings/$part" parts={allowed} current={current} />;
}
