/** One conversation with every message type, inbound and outbound. */
import { sampleOf } from "@parley/simulators/samples";
import type { Step, Talker } from "./talk.ts";

export const richName = "Amina Yusuf";
const waId = "447700900123";
/** The smallest PDF. */
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

export function richConversation({ stage, team, send, found, change, note, newest }: Talker): Step[] {
  const { chatApp } = stage.channels;
  const amina = stage.t.simulator.customer(waId, richName);
  type Content = Parameters<typeof amina.send>[1];
  const say = (content: Content, more: Parameters<typeof amina.send>[2] = {}) => amina.send(chatApp.accountId, content, more);
  const sample = (id: string, caption?: string) => {
    const { kind, mimeType, name, bytes } = sampleOf(id);
    return say({
      kind,
      mimeType,
      bytes: bytes(),
      ...(kind === "document" ? { filename: name } : {}),
      ...(caption === undefined ? {} : { caption }),
    });
  };
  const platformId = async (words: string) => (await newest(richName, ({ text }) => text?.includes(words) === true)).externalId as string;
  const answer = (body: object) => send(richName, team.owner, body);
  return [
    [
      50,
      async () => {
        await say({ kind: "text", text: "Hello! My parcel with the *blue jacket* came today, but one corner is crushed." });
        await found(richName, chatApp.id, waId, "Hello! My parcel");
        await sample("parcel", "This is how it arrived");
      },
    ],
    [49.9, () => change(richName, { assigneeId: team.owner.agentId, priority: "high", addLabels: ["Returns", "Delivery"] })],
    [49.8, () => answer({ type: "text", text: "Oh no, I am sorry about that, Amina. Is the jacket itself all right?" })],
    [
      49.5,
      async () => {
        await say({ kind: "text", text: "The jacket is fine, but the zip sticks. It is a size M." });
        const zip = await platformId("zip sticks");
        await answer({
          type: "reaction",
          content: { messageId: (await newest(richName, ({ externalId }) => externalId === zip)).id, emoji: "🙏" },
        });
      },
    ],
    [
      49.4,
      () =>
        note(richName, team.marcus, "@Ingrid Solberg the third sticking zip out of batch 2291 this week. Shall we stop it?", [team.owner]),
    ],
    [
      49.2,
      () =>
        answer({
          ...{ type: "interactive", text: "Shall we send you a new one, or would you rather have the money back?" },
          content: {
            ...{ kind: "buttons", footer: "Northwind Outdoor" },
            buttons: [
              { id: "new", title: "A new jacket" },
              { id: "money", title: "Money back" },
            ],
          },
        }),
    ],
    [
      49.1,
      async () => say({ kind: "button_reply", id: "new", title: "A new jacket", replyTo: await platformId("rather have the money back") }),
    ],
    [
      27,
      async () => {
        await sample("voice");
        await sample("order");
        await say({ kind: "location", latitude: 51.5237, longitude: -0.1586, name: "Home", address: "221B Baker Street, London" });
        await say({
          kind: "contacts",
          contacts: [{ name: { formatted_name: "Yusuf Yusuf", first_name: "Yusuf" }, phones: [{ phone: "+44 7700 900124" }] }],
        });
      },
    ],
    [
      26.5,
      async () => {
        const { id } = await uploaded();
        await answer({
          type: "document",
          content: { mediaId: id, filename: "return-label.pdf", caption: "Your return label. Any parcel shop takes it." },
        });
      },
    ],
    [
      26.2,
      () =>
        answer({
          ...{ type: "interactive", text: "When would it suit you?" },
          content: {
            ...{ kind: "list", button: "Choose a time" },
            sections: [
              {
                rows: [
                  { id: "thu", title: "Thursday", description: "Between 9 and 17" },
                  { id: "fri", title: "Friday", description: "Between 12 and 20" },
                ],
              },
            ],
          },
        }),
    ],
    [
      26.1,
      async () =>
        say({
          kind: "list_reply",
          id: "fri",
          title: "Friday",
          description: "Between 12 and 20",
          replyTo: await platformId("When would it suit you"),
        }),
    ],
    [
      3.4,
      async () => {
        await say({ kind: "text", text: "Has the new one left yet? My order was 2291, see https://northwind.example/orders/2291" });
        await sample("clip");
      },
    ],
    [
      3.1,
      async () => {
        const quoted = await newest(richName, ({ text }) => text?.includes("Has the new one left") === true);
        await answer({ type: "text", text: "It left this morning and is with you on *Friday*.", replyToId: quoted.id });
      },
    ],
    [
      3,
      async () => {
        await say({ kind: "reaction", messageId: await platformId("It left this morning"), emoji: "❤️" });
        await say({ kind: "order", text: "And could you add these?", items: [{ id: "socks", quantity: 2, price: 12.5, currency: "EUR" }] });
        await say({ kind: "unsupported", type: "poll" });
      },
    ],
    [
      2.8,
      () =>
        answer({
          type: "template",
          content: { name: "order_shipped", language: "en", variables: ["Amina", "2291", "Friday"] },
        }),
    ],
    [
      1,
      async () => {
        const phone = await chatApp.customer(0);
        await phone.fault("undelivered");
        await answer({ type: "text", text: "I have added two pairs of socks. That is €25.00 more." });
      },
    ],
    [
      0.2,
      async () => {
        await say({ kind: "text", text: "That is wonderful, thank you! One more thing: does the new one have the same hood?" });
      },
    ],
  ];

  async function uploaded(): Promise<{ id: string }> {
    const answered = await fetch(`${stage.url}/api/v1/media?filename=return-label.pdf`, {
      method: "POST",
      headers: { authorization: `Bearer ${stage.tenant.key}`, "content-type": "application/pdf" },
      body: pdf,
    });
    if (!answered.ok) throw new Error(`the label was not taken: ${await answered.text()}`);
    return (await answered.json()) as { id: string };
  }
}
