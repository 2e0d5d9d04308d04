import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { passagesQuery } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";

/** The passages of a source, which are found and given to the chatbot. Loaded when opened. */
export function SourcePassages({ sourceId }: { sourceId: string }) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="grid gap-2" aria-label={t("knowledge.passages")}>
      <Button size="small" className="justify-self-start" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {t("knowledge.passages.show")}
      </Button>
      {isOpen && <Passages sourceId={sourceId} />}
    </section>
  );
}

function Passages({ sourceId }: { sourceId: string }) {
  const list = useInfiniteQuery({ ...passagesQuery(sourceId), throwOnError: false });
  const passages = list.data?.pages.flatMap(({ data }) => data);
  if (list.error !== null && passages === undefined) return <PartError error={list.error} onRetry={() => void list.refetch()} />;
  if (passages === undefined) return <SkeletonRows rows={3} />;
  return (
    <>
      <ol className="grid gap-2">
        {passages.map(({ position, heading, text }) => (
          <li key={position} className="card flat card-body">
            {heading !== null && (
              <b className="block font-medium" dir="auto">
                {heading}
              </b>
            )}
            <p className="knowledge-text text-12 text-text-2" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
    </>
  );
}
