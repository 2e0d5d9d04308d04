/** What people write into conversations, and the tools of an inbox. */
import type { channelMakers, MainChannel, MainConversation } from "./fixture-channels.ts";
import { type FixtureStage, word } from "./fixture-stage.ts";

export function inboxMakers(
  { t, api, expectOk, made }: FixtureStage,
  channels: ReturnType<typeof channelMakers>,
  main: { channel: MainChannel; conversation: MainConversation },
) {
  const note = () => made("note", `/api/v1/conversations/${main.conversation.id}/notes`, { text: `Note ${word()}` });

  return {
    channel: async () => (await channels.channel()).id,
    channelAuthorization: channels.authorization,
    choosingAuthorization: channels.choosing,
    template: () => channels.template(main.channel.id),
    conversation: async () => (await channels.conversation(main.channel)).id,
    note,

    async message(): Promise<string> {
      const message = { channelId: main.channel.id, to: main.conversation.customer, type: "text", text: "Hello back" };
      return (await expectOk("message", api.post("/api/v1/messages", message, { "idempotency-key": word() }))).id;
    },

    media: () => made("media", "/api/v1/media", { url: `${t.url}/health/live`, filename: `${word()}.txt` }),
    label: (name = `Label ${word()}`) => made("label", "/api/v1/labels", { name }),
    view: () => made("view", "/api/v1/views", { name: `View ${word()}`, visibility: "shared", filters: {} }),
    cannedReply: () =>
      made("canned reply", "/api/v1/canned-replies", { shortcut: word(), title: "Hello", content: "Hello {{contact.name|you}}" }),
    slaPolicy: () =>
      made("SLA policy", "/api/v1/sla-policies", { name: `Policy ${word()}`, targets: { medium: { firstResponseMinutes: 60 } } }),
    macro: () =>
      made("macro", "/api/v1/macros", {
        name: `Macro ${word()}`,
        visibility: "shared",
        actions: [{ type: "add_note", text: `Ran ${word()}` }],
      }),

    /** Of a member who is mentioned. */
    async notification(member: string): Promise<string> {
      const mention = { text: `Look ${word()}`, mentions: [member] };
      await expectOk("note", api.post(`/api/v1/conversations/${main.conversation.id}/notes`, mention));
      return (await expectOk("notifications", api.get(`/api/v1/notifications?memberId=${member}`))).data[0].id;
    },
  };
}
