import "../../styles/screens/settings.css";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Fragment, Suspense } from "react";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { settingsParts } from "./settings-parts.ts";

/** On a phone the parts are one line, which scrolls. */
function reveal(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The settings: their navigation, and one part. */
export function SettingsScreen() {
  const { t } = useI18n();
  const { part } = useParams({ from: "/app/settings/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const allowed = settingsParts.filter(
    ({ scope, isPersonal }) => (scope === null || can(me, scope)) && (isPersonal !== true || me.user !== null),
  );
  const current = allowed.find(({ id }) => id === part);
  if (current === undefined) return <NotFoundPage />;
  return (
    <>
      <header className="head">
        <span className="crumb">
          {t("shell.settings")}
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1>{t(current.label)}</h1>
      </header>
      <div className="settings">
        <nav className="scroll settings-nav" aria-label={t("shell.settings")}>
          {allowed.map(({ id, label, group, icon: Icon }, at) => (
            <Fragment key={id}>
              {group !== allowed[at - 1]?.group && <div className="nav-heading">{t(group)}</div>}
              <Link
                className="nav-item"
                to="/settings/$part"
                params={{ part: id }}
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
