import { type ReactNode, useEffect, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";

const shownAfterMs = 150;

/** A placeholder in the shape of the loading content, shown after 150 ms. Contains `SkeletonLine`s or `SkeletonRows`. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useI18n();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t("common.loading")} className={className}>
      {shown && children}
    </div>
  );
}

/** A line; `width` is a share of the container. */
export function SkeletonLine({ width = 1, className }: { width?: number; className?: string }) {
  return <span className={classes("skeleton", className)} style={{ inlineSize: `${width * 100}%` }} />;
}

/** Rows with a round picture and two lines, as in lists of people. */
export function SkeletonRows({ rows = 5, picture = true }: { rows?: number; picture?: boolean }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <div key={row} className="flex items-center gap-2.5 py-2">
      {picture && <span className="skeleton skeleton-round" />}
      <div className="flex grow flex-col gap-2">
        <SkeletonLine width={[0.46, 0.58, 0.38, 0.52][row % 4] ?? 0.5} />
        <SkeletonLine width={[0.8, 0.64, 0.72, 0.58][row % 4] ?? 0.7} className="thin" />
      </div>
    </div>
  ));
}
