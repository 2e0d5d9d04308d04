import "../../styles/screens/agency.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight, PencilLine } from "lucide-react";
import { type ComponentType, lazy, Suspense, useState } from "react";
import type { Scope } from "@parley/sdk";
import { agencyQuery } from "../../api/agency.ts";
import { can, meQuery } from "../../api/session.ts";
import type { PlainKey } from "../../i18n/catalogue.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { Button } from "../../ui/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";

const AgencyDialog = lazyComponent(async () => (await import("./AgencyDialog.tsx")).AgencyDialog, { keys: "all" });

interface Part {
  id: string;
  label: PlainKey;
  /** Required in addition to `agency:read`. */
  scope?: Scope;
  Page: ComponentType;
}

const parts: readonly Part[] = [
  {
    ...{ id: "clients", label: "agency.clients" },
    Page: lazy(async () => ({ default: (await import("./clients/ClientsPart.tsx")).ClientsPart })),
  },
  {
    ...{ id: "limits", label: "agency.limits" },
    Page: lazy(async () => ({ default: (await import("./clients/LimitsPart.tsx")).LimitsPart })),
  },
  {
    ...{ id: "brand", label: "agency.brand" },
    Page: lazy(async () => ({ default: (await import("./brand/BrandPart.tsx")).BrandPart })),
  },
  {
    ...{ id: "domains", label: "agency.domains" },
    Page: lazy(async () => ({ default: (await import("./domains/DomainsPart.tsx")).DomainsPart })),
  },
  {
    ...{ id: "pages", label: "agency.pages" },
    Page: lazy(async () => ({ default: (await import("./pages/PagesPart.tsx")).PagesPart })),
  },
  {
    ...{ id: "forms", label: "agency.forms" },
    Page: lazy(async () => ({ default: (await import("./forms/FormsPart.tsx")).FormsPart })),
  },
  {
    ...{ id: "submissions", label: "agency.submissions", scope: "contacts:read" },
    Page: lazy(async () => ({ default: (await import("./forms/SubmissionsPart.tsx")).SubmissionsPart })),
  },
  {
    ...{ id: "snapshots", label: "agency.snapshots" },
    Page: lazy(async () => ({ default: (await import("./snapshots/SnapshotsPart.tsx")).SnapshotsPart })),
  },
  {
    ...{ id: "billing", label: "agency.billing" },
    Page: lazy(async () => ({ default: (await import("./BillingPart.tsx")).BillingPart })),
  },
];

/** The agency's area: its clients, their limits, and its branding. Hidden for every other organization. */
export function AgencyScreen() {
  const { t, format } = useI18n();
  const { part } = useParams({ from: "/app/agency/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const [isEditing, setEditing] = useState(false);
  const isAgency = me.tenant.kind === "agency" && can(me, "agency:read");
  const { data: profile } = useQuery({ ...agencyQuery, enabled: isAgency, throwOnError: false });
  const allowed = parts.filter(({ scope }) => scope === undefined || can(me, scope));
  const current = allowed.find(({ id }) => id === part);
  if (!isAgency || current === undefined) return <NotFoundPage />;
  const counts: Readonly<Record<string, number | undefined>> = {
    clients: profile === undefined ? undefined : profile.clients.active + profile.clients.pending + profile.clients.suspended,
    domains: profile?.domains,
  };
  return (
    <>
      <header className="head">
        <span className="crumb">
          {t("shell.agency")}
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1>{t(current.label)}</h1>
        {profile !== undefined && can(me, "agency:write") && (
          <span className="ms-auto">
            <Button size="small" icon={PencilLine} label={t("agency.details")} onPress={() => setEditing(true)}>
              <span className="only-desktop">{t("agency.details")}</span>
            </Button>
          </span>
        )}
      </header>
      <nav className="tabs" aria-label={t("shell.agency")}>
        {allowed.map(({ id, label }) => (
          <Link key={id} to="/agency/$part" params={{ part: id }} aria-current={id === part ? "page" : undefined}>
            {t(label)}
            {counts[id] !== undefined && <span className="count">{format.compact(counts[id])}</span>}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <current.Page />
      </Suspense>
      {isEditing && profile !== undefined && <AgencyDialog agency={profile} onClose={() => setEditing(false)} />}
    </>
  );
}
