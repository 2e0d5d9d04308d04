import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { contactFields } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { FieldDefinitions } from "../FieldDefinitions.tsx";

/** A team's custom fields for its customers. */
export function FieldsPart() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(contactFields.listQuery());
  const client = useQueryClient();
  const followed = async (done: Promise<unknown>) => {
    await done;
    await contactFields.invalidate(client);
  };
  return (
    <FieldDefinitions
      titleKey="settings.fields"
      rows={data?.items}
      mayWrite={can(me, "contacts:write")}
      emptyKey="fields.empty.text"
      call="POST /api/v1/contact-fields"
      requiredKey="fields.required.hint"
      lossKey="fields.delete.text"
      create={(body) => followed(api.contactFields.create(body))}
      update={(id, body) => followed(api.contactFields.update(id, body))}
      onDelete={(id) => contactFields.remove(client, id)}
    />
  );
}
