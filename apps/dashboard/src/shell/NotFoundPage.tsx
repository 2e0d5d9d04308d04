import { Link } from "@tanstack/react-router";
import { useI18n } from "../i18n/i18n.tsx";

export function NotFoundPage() {
  const { t } = useI18n();
  return (
    <div className="m-auto grid justify-items-center gap-2 p-8 text-center">
      <h1 className="text-20">{t("error.notFound")}</h1>
      <p className="text-text-2">{t("error.notFound.text")}</p>
      <Link className="btn primary mt-2" to="/">
        {t("error.toInbox")}
      </Link>
    </div>
  );
}
