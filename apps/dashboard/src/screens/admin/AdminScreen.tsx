import "../../styles/screens/settings.css";
import "../../styles/screens/billing.css";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Fragment, Suspense } from "react";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { adminParts } from "./admin-parts.ts";

/** On a phone the parts are one line, which scrolls. */
function reveal(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The administration of the installation: its navigation, and one part. For everybody else it does not exist. */
export function AdminScreen() {
  const { t } = useI18n();
  const { part } = useParams({ from: "/app/admin/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const current = adminParts.find(({ id }) => id === part);
  if (current === undefined || !can(me, "admin:read")) return <NotFoundPage />;
  return (
    <>
      <header className="head">
        <span className="crumb">
          {t("shell.admin")}
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1>{t(current.label)}</h1>
      </header>
      <div className="settings">
        <nav className="scroll settings-nav" aria-label={t("shell.admin")}>
          {adminParts.map(({ id, label, group, icon: Icon }, at) => (
            <Fragment key={id}>
              {group !== adminParts[at - 1]?.group && <div className="nav-heading">{t(group)}</div>}
              <Link
                className="nav-item"
                to="/admin/$part"
                params={{ part: id }}
                search={{}}
                aria-current={id === part ? "page" : undefined}
                ref={id === part ? reveal : undefined}
              >
                <Icon className="icon" aria-hidden />
                <span className="cut">{t(label)}</span>
              </Link>
            </Fragment>
          ))}
        </nav>
        <div className="scroll settings-part">
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <current.Page />
          </Suspense>
        </div>
      </div>
    </>
  );
}
