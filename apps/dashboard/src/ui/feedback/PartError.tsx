import { ConnectionError, isApiError } from "@parley/sdk";
import { CloudAlert, RotateCcw } from "lucide-react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";

interface PartErrorProps {
  error: unknown;
  /** What failed: "The deals could not be loaded". */
  title?: string;
  onRetry?: () => void;
  isPending?: boolean;
}

/** A part that failed; the rest of the page works. */
export function PartError({ error, title, onRetry, isPending = false }: PartErrorProps) {
  const { t } = useI18n();
  const reference = isApiError(error) ? error.reference : null;
  return (
    <div className="empty" role="alert">
      <span className="empty-icon">
        <CloudAlert className="icon icon-18" aria-hidden />
      </span>
      <b className="empty-title">{title ?? t("error.title")}</b>
      <p className="empty-text">
        {error instanceof ConnectionError ? t("error.network") : t("ui.part.rest")}
        {reference !== null && <> {t("error.reference", { reference })}</>}
      </p>
      {onRetry !== undefined && (
        <div className="empty-actions">
          <Button size="small" icon={RotateCcw} isPending={isPending} onPress={onRetry}>
            {t("common.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
