import "../../styles/screens/billing.css";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { can, meQuery } from "../../api/session.ts";
import { PartsFrame } from "../../parts/PartsFrame.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { adminParts } from "./admin-parts.ts";

/** The administration of the installation. It does not exist for anybody else. */
export function AdminScreen() {
  const { part } = useParams({ from: "/app/admin/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const current = adminParts.find(({ id }) => id === part);
  if (current === undefined || !can(me, "admin:read")) return <NotFoundPage />;
  return <PartsFrame titleKey="shell.admin" to="/admin/$part" parts={adminParts} current={current} />;
}
