import "../styles/screens/settings.css";
import { Link } from "@tanstack/react-router";
import { ChevronRight, type LucideIcon } from "lucide-react";
import { type ComponentType, Fragment, Suspense } from "react";
import type { PlainKey } from "../i18n/catalogue.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { SkeletonRows } from "../ui/feedback/Skeleton.tsx";

export interface FramedPart {
  id: string;
  label: PlainKey;
  /** Parts of one group are listed together under its name. */
  group: PlainKey;
  icon: LucideIcon;
  Page: ComponentType;
}

interface Props {
  /** Title of the whole: "Settings". */
  titleKey: PlainKey;
  to: "/settings/$part" | "/admin/$part";
  parts: readonly FramedPart[];
  current: FramedPart;
}

/** On a phone the parts are one line that scrolls; shows the current one. */
function reveal(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** A screen with many parts: their navigation, and one of them. */
export function PartsFrame({ titleKey, to, parts, current }: Props) {
  const { t } = useI18n();
  return (
    <>
      <header className="head">
        <span className="crumb">
          {t(titleKey)}
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1>{t(current.label)}</h1>
      </header>
      <div className="settings">
        <nav className="scroll settings-nav" aria-label={t(titleKey)}>
          {parts.map(({ id, label, group, icon: Icon }, at) => (
            <Fragment key={id}>
              {group !== parts[at - 1]?.group && <div className="nav-heading">{t(group)}</div>}
              <Link
                className="nav-item"
                to={to}
                params={{ part: id }}
                search={{}}
                aria-current={id === current.id ? "page" : undefined}
                ref={id === current.id ? reveal : undefined}
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
