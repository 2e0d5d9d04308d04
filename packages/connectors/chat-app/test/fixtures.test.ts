import assert from "node:assert/strict";
import { test } from "node:test";
import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import { textOf } from "@parley/connector-kit/reading";
import { ACCOUNT, AT, NUMBER, RECEIVED_AT, fixture, fixtureNames, normalizeItem, split } from "./frames.ts";

const AMINA = { address: "447700900123", providerUserId: "GB.40817265930518274639", name: "Amina Yusuf" };
const AMINA_IDS = { address: "447700900123", providerUserId: "GB.40817265930518274639" };
const SENT = "wamid.HBgLNDQ3NzAwOTAwMTIzFQIAEhgURjQ0QzMwRDA3RDMzMUM2RkY2QUU=";
const FIRST_TEXT = "wamid.HBgLNDQ3NzAwOTAwMTIzFQIAEhgUOTgyRDlFM0VCOTk2RjU1OUU2MzM=";
const CALL = "wacid.eNZsH3nbkr7rDQvDQI1ZwI7FO+vB";

/** The platform's id of the only element of a fixture. */
function idIn(name: string): string {
  const { value } = fixture(name).entry[0].changes[0];
  return (value.messages ?? value.message_echoes)[0].id;
}

function says(name: string, rest: Partial<InboundMessageEvent>): NormalizedEvent[] {
  return textOf(AMINA, AT, idIn(name), rest);
}

function replies(name: string, rest: Partial<InboundMessageEvent>): NormalizedEvent[] {
  return says(name, { type: "interactive", replyToExternalId: SENT, ...rest });
}

const template = {
  kind: "template" as const,
  providerTemplateId: "1680012345678901",
  name: "order_update_v2",
  language: "en_GB",
  occurredAt: AT,
};

const expected: Record<string, NormalizedEvent[]> = {
  text: says("text", { text: "Hi, is the blue jacket back in stock?" }),
  text_bsuid_only: says("text_bsuid_only", {
    text: "Writing without sharing my number",
    person: { providerUserId: "GB.40817265930518274639", name: "Amina Yusuf", username: "amina.y" },
  }),
  text_forwarded: says("text_forwarded", { text: "Free delivery this week only", content: { forwarded: true } }),
  text_product_inquiry: says("text_product_inquiry", {
    text: "Is this one available?",
    content: { product: { catalogId: "775533991177", productRetailerId: "JKT-BLU-M" } },
    replyToExternalId: "wamid.HBgLNDQ3NzAwOTAwMTIzFQIAEhgUNjc1NEFGOTYzMkEyNzQ1RTg1QzI=",
  }),
  text_referral_ad: says("text_referral_ad", {
    text: "I saw your ad",
    content: {
      referral: {
        sourceUrl: "https://fb.me/2demoAdLnk",
        sourceId: "120230001112223334",
        sourceType: "ad",
        headline: "Chat with Northwind",
        body: "Autumn jackets are here",
        mediaType: "image",
        imageUrl: "https://media.example.com/ads/jacket.jpg",
        ctwaClid: "ARDemoClickId_7hQ2mZ",
        welcomeMessage: { text: "Hello! How can we help?" },
      },
    },
  }),
  text_reply: says("text_reply", { text: "Yes please, size M", replyToExternalId: SENT }),
  image: says("image", {
    type: "image",
    text: "This is the label",
    media: [
      {
        kind: "image",
        providerMediaId: "880011223344556",
        mimeType: "image/jpeg",
        sha256: "9c0kq1J1wq1mV3k2y0Zs6l1S3m4sJm2g7o5Tn8pYv1E=",
      },
    ],
  }),
  video: says("video", {
    type: "video",
    text: "How it arrived",
    media: [
      {
        kind: "video",
        providerMediaId: "880011223344557",
        mimeType: "video/mp4",
        sha256: "2b9Q8mG3n5r1Jr0mKx3a1uTq9v0c4hQx7y2Ww6eZp8o=",
      },
    ],
  }),
  audio_voice: says("audio_voice", {
    type: "audio",
    media: [
      {
        kind: "audio",
        providerMediaId: "880011223344558",
        mimeType: "audio/ogg; codecs=opus",
        sha256: "7yPq0mZ4k3n2Vb1Xc6l5Js8hG9fD0sA1qW2eR3tY4uI=",
        voice: true,
      },
    ],
  }),
  document: says("document", {
    type: "document",
    text: "Invoice attached",
    media: [
      {
        kind: "document",
        providerMediaId: "880011223344559",
        mimeType: "application/pdf",
        sha256: "1aS2dF3gH4jK5lZ6xC7vB8nM9qW0eR1tY2uI3oP4aS5=",
        filename: "invoice-2291.pdf",
      },
    ],
  }),
  sticker: says("sticker", {
    type: "sticker",
    media: [
      {
        kind: "sticker",
        providerMediaId: "880011223344560",
        mimeType: "image/webp",
        sha256: "5tGb6yHn7uJm8iK9oL0pQ1wE2rT3yU4iO5pA6sD7fG8=",
        animated: false,
      },
    ],
  }),
  location: says("location", {
    type: "location",
    content: {
      latitude: 51.5033,
      longitude: -0.1196,
      name: "Riverside Gallery",
      address: "12 Demo Embankment, London",
      url: "https://places.example.com/riverside",
    },
  }),
  contacts: says("contacts", {
    type: "contact",
    content: {
      contacts: [
        {
          name: { formattedName: "Tom Baker", firstName: "Tom", lastName: "Baker" },
          phones: [{ phone: "+44 7700 900555", waId: "447700900555", type: "CELL" }],
          emails: [{ email: "tom@example.com", type: "WORK" }],
          org: { company: "Baker Ltd", title: "Owner" },
        },
      ],
    },
  }),
  button: replies("button", { text: "Confirm", content: { reply: { id: "CONFIRM_2291", title: "Confirm" } } }),
  interactive_button_reply: replies("interactive_button_reply", {
    text: "Reschedule",
    content: { reply: { id: "reschedule", title: "Reschedule" } },
  }),
  interactive_list_reply: replies("interactive_list_reply", {
    text: "Billing",
    content: { reply: { id: "dept_billing", title: "Billing", description: "Invoices and refunds" } },
  }),
  interactive_flow_reply: replies("interactive_flow_reply", {
    text: "Sent",
    content: { form: { flow_token: "ft_demo_1", rating: "5" }, formName: "flow" },
  }),
  interactive_call_permission: replies("interactive_call_permission", {
    content: {
      callPermission: {
        response: "accept",
        permanent: false,
        expiresAt: "2026-11-25T10:40:00.000Z",
        source: "user_action",
      },
    },
  }),
  order: says("order", {
    type: "interactive",
    text: "Gift wrap please",
    content: {
      order: {
        catalogId: "775533991177",
        productItems: [{ productRetailerId: "JKT-BLU-M", quantity: 1, itemPrice: 79.5, currency: "GBP" }],
      },
    },
  }),
  unsupported: says("unsupported", {
    type: "unsupported",
    content: {
      raw: fixture("unsupported").entry[0].changes[0].value.messages[0],
      unsupportedType: "poll_creation",
      errors: [{ code: "131051", message: "Message type is currently not supported." }],
    },
  }),
  reaction: [{ kind: "reaction", targetExternalId: SENT, emoji: "👍", person: AMINA, occurredAt: AT }],
  reaction_removed: [{ kind: "reaction", targetExternalId: SENT, emoji: null, person: AMINA, occurredAt: AT }],
  revoke: [{ kind: "deleted", targetExternalId: FIRST_TEXT, occurredAt: AT }],
  edit: [
    {
      kind: "edited",
      targetExternalId: FIRST_TEXT,
      text: "Hi, is the GREEN jacket back in stock?",
      content: null,
      occurredAt: AT,
    },
  ],
  system_number_change: [
    { kind: "identity_changed", from: AMINA_IDS, to: { address: "447700900987" }, occurredAt: AT },
    ...says("system_number_change", {
      type: "system",
      text: "User Amina Yusuf changed from 447700900123 to 447700900987",
      opensWindow: false,
      person: { address: "447700900987", providerUserId: "GB.40817265930518274639" },
      content: { system: { type: "user_changed_number" } },
    }),
  ],
  system_user_id_change: [
    {
      kind: "identity_changed",
      from: AMINA_IDS,
      to: { address: "447700900987", providerUserId: "GB.90125478836610294857" },
      occurredAt: AT,
    },
    ...says("system_user_id_change", {
      type: "system",
      opensWindow: false,
      text: "User Amina Yusuf changed from GB.40817265930518274639 to GB.90125478836610294857",
      person: { address: "447700900987", providerUserId: "GB.90125478836610294857" },
      content: { system: { type: "user_changed_user_id" } },
    }),
  ],
  echo_business_app: says("echo_business_app", {
    direction: "echo",
    text: "Typed on the shop phone, not in the CRM",
    person: AMINA_IDS,
    opensWindow: false,
  }),
  errors: [
    {
      kind: "channel",
      notice: "Cloud API message throughput has been reached. (130429)",
      occurredAt: RECEIVED_AT.toISOString(),
    },
  ],
  status_sent: [
    {
      kind: "status",
      externalId: SENT,
      reference: "msg_01HDEMO",
      status: "sent",
      occurredAt: AT,
      person: AMINA,
    },
  ],
  status_delivered: [
    {
      kind: "status",
      externalId: SENT,
      status: "delivered",
      occurredAt: "2026-11-18T10:40:03.000Z",
      person: AMINA,
    },
  ],
  status_read: [{ kind: "status", externalId: SENT, status: "read", occurredAt: "2026-11-18T10:41:00.000Z", person: AMINA }],
  status_failed: [
    {
      kind: "status",
      externalId: SENT,
      status: "failed",
      occurredAt: "2026-11-18T10:40:02.000Z",
      error: {
        class: "permanent",
        providerCode: "131047",
        code: "window_closed",
        scope: "recipient",
        message: "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
      },
      person: { address: "447700900123" },
    },
  ],
  template_status: [
    {
      ...template,
      status: "rejected",
      platformStatus: "REJECTED",
      category: "UTILITY",
      reason: "INVALID_FORMAT: Two variables stand next to each other without text between them. Put words between the variables.",
    },
  ],
  template_quality: [{ ...template, quality: "YELLOW" }],
  template_category: [{ ...template, category: "MARKETING" }],
  phone_quality: [
    {
      kind: "channel",
      phoneNumber: "15550100100",
      notice: "The number can now send 1,000 messages per second.",
      messagingLimit: "TIER_UNLIMITED",
      messagesPerSecond: 1000,
      occurredAt: AT,
    },
  ],
  account_update: [
    {
      kind: "channel",
      occurredAt: AT,
      notice: "The platform restricted the business account: RESTRICTED_BIZ_INITIATED_MESSAGING until 2026-11-25T10:40:00.000Z.",
    },
  ],
  account_review: [{ kind: "channel", notice: "The platform's review of the business account: APPROVED.", occurredAt: AT }],
  business_capability: [{ kind: "channel", messagingLimit: "TIER_2K", occurredAt: AT }],
  user_preferences: [{ kind: "preference", person: AMINA, optIn: "opted_out", occurredAt: AT }],
  user_id_update: [
    {
      kind: "identity_changed",
      from: AMINA_IDS,
      to: { address: "447700900123", providerUserId: "GB.90125478836610294857" },
      occurredAt: AT,
    },
  ],
  call_connect: [
    {
      kind: "message",
      direction: "inbound",
      externalId: CALL,
      person: AMINA,
      occurredAt: AT,
      type: "system",
      text: null,
      content: { call: { id: CALL, event: "connect", direction: "user_initiated" } },
      media: [],
      opensWindow: true,
      call: {
        to: "15550100100",
        offer:
          "v=0\r\no=- 3987654321 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE audio\r\nm=audio 3480 UDP/TLS/RTP/SAVPF 111 126\r\n",
      },
    },
  ],
  call_terminate: [{ kind: "call_ended", externalId: CALL, occurredAt: "2026-11-18T10:42:00.000Z" }],
  call_status: [{ kind: "ignored", reason: "the state of a call by the business, which we do not make" }],
};

const accountLevel = new Set([
  "template_status",
  "template_quality",
  "template_category",
  "phone_quality",
  "account_update",
  "account_review",
  "business_capability",
]);

test("every fixture has an expectation, and every expectation a fixture", () => {
  assert.deepEqual(fixtureNames, Object.keys(expected).sort());
});

for (const name of fixtureNames) {
  test(`fixture ${name} gives the expected events, for the channel or account it names`, () => {
    const items = split(fixture(name));
    assert.equal(items.length, 1);
    assert.deepEqual(items.flatMap(normalizeItem), expected[name]);
    const route = accountLevel.has(name) ? { by: "account", externalId: ACCOUNT } : { by: "channel", externalId: NUMBER };
    assert.deepEqual(items[0]?.route, route);
  });
}

test("the same body twice has the same event ids, and no two fixtures share one", () => {
  const ids = fixtureNames.flatMap((name) => split(fixture(name)).map((item) => item.providerEventId));
  assert.deepEqual(
    ids,
    fixtureNames.flatMap((name) => split(fixture(name)).map((item) => item.providerEventId)),
  );
  assert.equal(new Set(ids).size, ids.length);
});
