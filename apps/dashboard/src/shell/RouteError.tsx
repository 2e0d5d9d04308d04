import type { ErrorComponentProps } from "@tanstack/react-router";
import { useQueryClient, useQueryErrorResetBoundary } from "@tanstack/react-query";
import { ConnectionError, isApiError } from "@parley/sdk";
import { meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { OfflinePage } from "./OfflinePage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";

/** Handles a screen's errors that nothing closer shows: 403 and 404 as pages, all others with a retry. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useI18n();
  const { reset: askAgain } = useQueryErrorResetBoundary();
  const me = useQueryClient().getQueryData(meQuery.queryKey);
  if (isApiError(error) && error.status === 404) return <NotFoundPage />;
  if (error instanceof ConnectionError) return <OfflinePage />;
  const forbidden = isApiError(error) && error.status === 403;
  return (
    <div className="m-auto grid max-w-prose justify-items-center gap-2 p-8 text-center" role="alert">
      <h1 className="text-20">{t(forbidden ? "error.forbidden" : "error.title")}</h1>
      <p className="text-text-2">
        {forbidden ? t("error.forbidden.text", { organization: me?.tenant.name ?? "" }) : t("error.unexpected")}
      </p>
      {isApiError(error) && error.reference !== null && (
        <p className="text-12 text-text-3">{t("error.reference", { reference: error.reference })}</p>
      )}
      {!forbidden && (
        <button
          type="button"
          className="btn primary mt-2"
          onClick={() => {
            askAgain();
            reset();
          }}
        >
          {t("common.retry")}
        </button>
      )}
    </div>
  );
}
