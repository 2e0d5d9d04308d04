import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Inbox, SunMoon } from "lucide-react";
import { meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { setAppearance } from "./appearance.ts";

export function Rail() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const dark = () => document.documentElement.dataset["theme"] === "dark";
  return (
    <nav className="rail" aria-label={t("shell.main")}>
      <div className="workspace">
        <span className="rail-label cut grow">{me.tenant.name}</span>
      </div>
      <Link className="nav-item" to="/inbox/$view" params={{ view: "mine" }}>
        <Inbox className="icon" aria-hidden />
        <span className="rail-label">{t("shell.inbox")}</span>
      </Link>
      <div className="rail-foot">
        <button
          type="button"
          className="btn ghost icon-only small"
          aria-label={t("shell.theme")}
          onClick={() => setAppearance({ theme: dark() ? "light" : "dark" })}
        >
          <SunMoon className="icon icon-14" aria-hidden />
        </button>
      </div>
    </nav>
  );
}
