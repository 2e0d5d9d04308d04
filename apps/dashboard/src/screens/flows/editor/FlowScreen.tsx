import "../../../styles/screens/flows.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { isApiError } from "@parley/sdk";
import { lazy, Suspense } from "react";
import { flows } from "../../../api/automation/flows.ts";
import { can, meQuery } from "../../../api/session.ts";
import { NotFoundPage } from "../../../shell/NotFoundPage.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { EditorPart } from "./EditorPart.tsx";

const RunsPart = lazy(async () => ({ default: (await import("../runs/RunsPart.tsx")).RunsPart }));
const VersionsPart = lazy(async () => ({ default: (await import("../versions/VersionsPart.tsx")).VersionsPart }));

const parts = { canvas: EditorPart, runs: RunsPart, versions: VersionsPart } as const;

/** One flow: its editor, its runs, its versions. */
export function FlowScreen() {
  const { flowId, part } = useParams({ from: "/app/flows/$flowId/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: flow, error, isFetching, refetch } = useQuery({ ...flows.detailQuery(flowId), throwOnError: false });
  const known = Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : null;
  if (known === null || (isApiError(error) && error.status === 404)) return <NotFoundPage />;
  if (flow === undefined)
    return error === null ? <SkeletonRows rows={6} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const Part = known;
  return (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <Part key={flow.id} flow={flow} mayWrite={can(me, "flows:write")} />
    </Suspense>
  );
}
