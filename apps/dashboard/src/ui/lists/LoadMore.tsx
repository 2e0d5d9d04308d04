import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";

interface LoadMoreProps {
  hasMore: boolean;
  /** Fetches the next page. It has failed if this rejects, or resolves with a failed query. */
  onMore: () => Promise<unknown>;
}

/** The end of a paged list: the next page is fetched when it comes near, or on press. After a failure, only on press. */
export function LoadMore({ hasMore, onMore }: LoadMoreProps) {
  const { t } = useI18n();
  const end = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"idle" | "pending" | "failed">("idle");
  function fetchMore() {
    setState("pending");
    onMore().then(
      (result) => setState(isFailed(result) ? "failed" : "idle"),
      () => setState("failed"),
    );
  }
  const latest = useRef(fetchMore);
  latest.current = fetchMore;
  useEffect(() => {
    if (!hasMore || state !== "idle" || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && latest.current(), { rootMargin: "50%" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, state]);
  if (!hasMore) return null;
  return (
    <div ref={end} className="load-more">
      {state === "failed" && (
        <span className="error" role="alert">
          {t("ui.loadMore.failed")}
        </span>
      )}
      <Button size="small" isPending={state === "pending"} onPress={fetchMore}>
        {state === "failed" ? t("common.retry") : t("ui.loadMore")}
      </Button>
    </div>
  );
}

const isFailed = (result: unknown) =>
  typeof result === "object" && result !== null && "isFetchNextPageError" in result && result.isFetchNextPageError === true;
