import "../../styles/screens/settings.css";
import "../../styles/screens/developers.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { apiKeys, webhooks } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";

const KeysPart = lazy(async () => ({ default: (await import("./KeysPart.tsx")).KeysPart }));
const WebhooksPart = lazy(async () => ({ default: (await import("./webhooks/WebhooksPart.tsx")).WebhooksPart }));
const EventsPart = lazy(async () => ({ default: (await import("./EventsPart.tsx")).EventsPart }));
const RequestsPart = lazy(async () => ({ default: (await import("./requests/RequestsPart.tsx")).RequestsPart }));

const parts = [
  { id: "keys", label: "developers.keys", scope: "organization:read", Page: KeysPart },
  { id: "webhooks", label: "developers.webhooks", scope: "webhooks:read", Page: WebhooksPart },
  { id: "events", label: "developers.events", scope: "webhooks:read", Page: EventsPart },
  { id: "requests", label: "developers.requests", scope: "organization:read", Page: RequestsPart },
] as const;

/** For people who build integrations: keys, webhooks, events as they happen, and the request log. */
export function DevelopersScreen() {
  const { t, format } = useI18n();
  const { part } = useParams({ strict: false }) as { part: string };
  const { data: me } = useSuspenseQuery(meQuery);
  const allowed = parts.filter(({ scope }) => can(me, scope));
  const { data: keys } = useQuery({ ...apiKeys.listQuery(), enabled: can(me, "organization:read"), throwOnError: false });
  const { data: hooks } = useQuery({ ...webhooks.listQuery(), enabled: can(me, "webhooks:read"), throwOnError: false });
  const counts: Partial<Record<(typeof parts)[number]["id"], number | undefined>> = {
    // Unknown if there is more than one page.
    keys: keys?.next === null ? keys.items.filter(({ revokedAt }) => revokedAt === null).length : undefined,
    webhooks: hooks?.next === null ? hooks.items.length : undefined,
  };
  const current = allowed.find(({ id }) => id === part);
  if (current === undefined) return <NotFoundPage />;
  return (
    <>
      <header className="head">
        <h1>{t("shell.developers")}</h1>
        <a className="link ms-auto" href="/docs" target="_blank" rel="noopener">
          {t("developers.reference")}
        </a>
      </header>
      <nav className="tabs" aria-label={t("shell.developers")}>
        {allowed.map(({ id, label }) => (
          <Link key={id} to="/developers/$part" params={{ part: id }} aria-current={id === part ? "page" : undefined}>
            {t(label)}
            {counts[id] !== undefined && <span className="count">{format.compact(counts[id])}</span>}
          </Link>
        ))}
      </nav>
      <div className="scroll grow">
        <Suspense fallback={<SkeletonRows rows={5} />}>
          <current.Page />
        </Suspense>
      </div>
    </>
  );
}
