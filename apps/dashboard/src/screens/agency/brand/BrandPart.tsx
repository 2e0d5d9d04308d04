import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { brandKitQuery } from "../../../api/agency.ts";
import { meQuery } from "../../../api/session.ts";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { BrandEditor } from "./BrandEditor.tsx";

/** The agency's branding: on its domains, on its pages, in mails. */
export function BrandPart() {
  const { data: kit, error, isFetching, refetch } = useQuery({ ...brandKitQuery, throwOnError: false });
  const { data: me } = useSuspenseQuery(meQuery);
  if (kit === undefined)
    return error === null ? <SkeletonRows rows={6} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  return <BrandEditor kit={kit} me={me} />;
}
