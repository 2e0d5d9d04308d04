import { useSuspenseQuery } from "@tanstack/react-query";
import { can, meQuery } from "../../../api/session.ts";
import { ContactRequests } from "./ContactRequests.tsx";
import { OrganizationErasure } from "./OrganizationErasure.tsx";
import { OrganizationExports } from "./OrganizationExports.tsx";
import { RetentionForm } from "./RetentionForm.tsx";

/** Retention, customers' requests, and the deletion of the organization. */
export function PrivacyPart() {
  const { data: me } = useSuspenseQuery(meQuery);
  const isOwner = me.user?.role === "owner";
  return (
    <div className="settings-form grid gap-8">
      {can(me, "organization:write") && can(me, "contacts:read") && <ContactRequests />}
      <RetentionForm mayWrite={can(me, "organization:write")} />
      <OrganizationExports isOwner={isOwner} />
      <OrganizationErasure name={me.tenant.name} isOwner={isOwner} />
    </div>
  );
}
