import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { ticketFields } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { FieldDefinitions } from "../FieldDefinitions.tsx";

/** A team's custom fields for its tickets. */
export function TicketFieldsPart() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(ticketFields.listQuery());
  const client = useQueryClient();
  const followed = async (done: Promise<unknown>) => {
    await done;
    await ticketFields.invalidate(client);
  };
  return (
    <FieldDefinitions
      titleKey="settings.ticketFields"
      rows={data?.items}
      mayWrite={can(me, "tickets:write")}
      emptyKey="ticketFields.empty.text"
      call="POST /api/v1/ticket-fields"
      requiredKey="ticketFields.required.hint"
      lossKey="ticketFields.delete.text"
      create={(body) => followed(api.ticketFields.create(body))}
      update={(id, body) => followed(api.ticketFields.update(id, body))}
      onDelete={(id) => ticketFields.remove(client, id)}
    />
  );
}
