import { useI18n } from "../../i18n/i18n.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";

/** Shown until the conversation is loaded. */
export function WaitingPane() {
  const { t } = useI18n();
  return (
    <section className="thread-pane" aria-label={t("inbox.conversation")}>
      <SkeletonRows rows={6} />
    </section>
  );
}
