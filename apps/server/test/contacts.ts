/** What the tests about contacts have in common: a tenant with a chat-app channel, people who write to it, and the events about them. */
import { after } from "node:test";
import type { TestDatabase } from "@parley/database/testing";
import { startTestApp, type TestApp, type TestTenant } from "./harness.ts";

export interface Writer {
  /** The contact's id. */
  id: string;
  waId: string;
  /** Resolves once the message is accepted, before it is processed. */
  send(text: string): Promise<void>;
  /** Sends texts one second apart; resolves once they are processed. */
  write(...texts: string[]): Promise<void>;
}

export interface ContactsUnderTest {
  t: TestApp;
  tenant: TestTenant;
  channel: Awaited<ReturnType<TestApp["channel"]>>;
  /** An unused number. */
  number(): string;
  contact(id: string): Promise<any>;
  /** A contact's events in order, of one type or all. */
  eventsOf(id: string, type?: string): Promise<{ type: string; data: any }[]>;
  /** Somebody who has already written `first`. */
  writer(name: string, first?: string): Promise<Writer>;
}

/** Awaited at the top level of a test file, which then stops the app itself. `numbers`: the prefix of all numbers in the file. */
export async function startContacts(numbers: string, options: { database?: TestDatabase } = {}): Promise<ContactsUnderTest> {
  const t = await startTestApp(options);
  after(async () => {
    await t.stop();
    await options.database?.drop();
  });
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  let made = 0;
  const number = () => `${numbers}${String(++made).padStart(4, "0")}`;
  return {
    t,
    tenant,
    channel,
    number,
    contact: async (id) => (await tenant.api.get(`/api/v1/contacts/${id}`)).body,
    eventsOf: (id, type) => contactEvents(t, tenant, id, type),
    async writer(name, first = `${name} 1`) {
      const person = t.simulator.customer(number(), name);
      const send = async (text: string) => {
        await person.sendText(channel.externalId, text);
      };
      const write = async (...texts: string[]) => {
        for (const text of texts) {
          await send(text);
          t.clock.advance(1_000);
        }
        await t.drain();
      };
      await write(first);
      const [contact] = (await tenant.api.get(`/api/v1/contacts?phone=${person.waId}`)).body.data;
      return { id: contact.id, waId: person.waId, send, write };
    },
  };
}

export function contactEvents(t: TestApp, tenant: TestTenant, id: string, type?: string): Promise<{ type: string; data: any }[]> {
  return t.app.database.worker({
    text: `select type, data from event_log
            where tenant_id = $1 and data->>'contactId' = $2 and ($3::text is null or type = $3) order by xid, id`,
    values: [tenant.id, id, type ?? null],
  });
}

/** The body of the chat-app platform's callback that a person no longer wants messages (`stop`), or wants them again (`resume`). */
export function preferenceCallback(
  phoneNumberId: string,
  wish: { wa_id: string; user_id?: string; value: "stop" | "resume"; timestamp: number },
): string {
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "x",
        changes: [
          {
            field: "user_preferences",
            value: { metadata: { phone_number_id: phoneNumberId }, user_preferences: [{ category: "marketing_messages", ...wish }] },
          },
        ],
      },
    ],
  });
}
