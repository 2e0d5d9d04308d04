/** Contacts, and what is done with many of them at once. */
import { parseWireId } from "../src/platform/ids/ids.ts";
import { type MainChannel, type MainConversation, templateName } from "./fixture-channels.ts";
import { type FixtureStage, phone, word } from "./fixture-stage.ts";

export function contactMakers(
  { t, tenant, api, expectOk, made, sql }: FixtureStage,
  main: { channel: MainChannel; conversation: MainConversation },
) {
  const contact = (fields: object) => made("contact", "/api/v1/contacts", fields);
  const contactImport = () =>
    made("import", "/api/v1/contacts/imports", {
      csv: `name,tags\nImported ${word()},fixture\nImported ${word()},\n`,
      mapping: { name: "name", tags: "tags" },
    });
  const doomedContact = () => contact({ name: `Doomed ${word()}` });

  const draftBroadcast = () =>
    made("broadcast", "/api/v1/broadcasts", {
      title: `Broadcast ${word()}`,
      channelId: main.channel.id,
      messageContent: { name: templateName, language: "en", variables: ["Ada", "2291"] },
      targetAudience: { contactIds: [main.conversation.contact] },
      scheduledAt: new Date(t.clock.now().getTime() + 86_400_000).toISOString(),
    });
  /** Two contacts of the tenant as recipients, one of them failed. */
  async function seedRecipients(id: string): Promise<void> {
    const values = [tenant.id, parseWireId("brd", id)];
    await sql(
      `insert into broadcast_recipients (tenant_id, broadcast_id, n, contact_id, zone, status, reason, message_id, round)
       select $1, $2, 1000000 + c.place, c.id, '', 'failed', 'provider_error',
              (select m.id from messages m where m.tenant_id = $1 and c.place = 1
                 and not exists (select from broadcast_recipients o where o.tenant_id = $1 and o.message_id = m.id) limit 1), 1
         from (select c.id, row_number() over (order by c.id) as place from contacts c where c.tenant_id = $1 order by c.id limit 2) c`,
      values,
    );
    await sql(
      "insert into broadcast_counts (tenant_id, broadcast_id, status, reason, count) values ($1, $2, 'failed', 'provider_error', 2)",
      values,
    );
  }
  async function sendingBroadcast(): Promise<string> {
    const id = await draftBroadcast();
    await expectOk("broadcast", api.post(`/api/v1/broadcasts/${id}/send`));
    return id;
  }

  return {
    contact: () => contact({ name: `Contact ${word()}`, phone: `+${phone()}` }),
    contactOf: contact,
    contactField: () => made("contact field", "/api/v1/contact-fields", { key: `f_${word()}`, label: "A field", type: "text" }),
    segment: () => made("segment", "/api/v1/segments", { name: `Segment ${word()}`, rules: { rules: [{ field: "name", op: "exists" }] } }),
    contactImport,
    runningImport: contactImport,
    contactExport: () => made("export", "/api/v1/contacts/exports", { fields: ["name"] }),
    doomedContact,
    privacyRequest: async () => made("privacy request", `/api/v1/contacts/${await doomedContact()}/export`),

    async broadcast(): Promise<string> {
      await contact({ name: `Recipient ${word()}` });
      const id = await draftBroadcast();
      await seedRecipients(id);
      return id;
    },
    sendingBroadcast,
    async pausedBroadcast(): Promise<string> {
      const id = await sendingBroadcast();
      await expectOk("broadcast", api.post(`/api/v1/broadcasts/${id}/pause`));
      await seedRecipients(id);
      return id;
    },
  };
}
