import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useI18n } from "../../i18n/i18n.tsx";

/** Back to the list: by its name before the title; on a phone, where that does not fit, by an arrow. */
export function BroadcastsLink() {
  const { t } = useI18n();
  return (
    <>
      <Link className="btn ghost icon-only small only-phone -ms-2" to="/broadcasts" aria-label={t("inbox.toList")}>
        <ChevronLeft className="icon icon-18 flip" aria-hidden />
      </Link>
      <Link className="crumb only-desktop" to="/broadcasts">
        {t("shell.broadcasts")}
        <ChevronRight className="icon icon-12 flip" aria-hidden />
      </Link>
    </>
  );
}
