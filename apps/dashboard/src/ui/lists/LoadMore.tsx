import { useEffect, useRef } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";

interface LoadMoreProps {
  hasMore: boolean;
  isPending: boolean;
  /** The last attempt failed: the next one needs a press. */
  error?: unknown;
  onMore: () => void;
}

/** The end of a paged list: the next page is fetched when it comes near, or by a press. */
export function LoadMore({ hasMore, isPending, error, onMore }: LoadMoreProps) {
  const { t } = useI18n();
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  const failed = error != null;
  useEffect(() => {
    if (!hasMore || isPending || failed || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && latest.current(), { rootMargin: "50%" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, isPending, failed]);
  if (!hasMore) return null;
  return (
    <div ref={end} className="load-more">
      {failed && (
        <span className="error" role="alert">
          {t("ui.loadMore.failed")}
        </span>
      )}
      <Button size="small" isPending={isPending} onPress={onMore}>
        {failed ? t("common.retry") : t("ui.loadMore")}
      </Button>
    </div>
  );
}
