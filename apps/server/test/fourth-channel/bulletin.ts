import { createHmac, timingSafeEqual } from "node:crypto";
import {
  callbackUnreadable,
  type ChannelConnector,
  isHttpFailure,
  parseJsonKeepingDigits,
  type ProviderError,
} from "@parley/connector-kit";

interface Note {
  id: string;
  room: string;
  author: string;
  text: string;
  at: number;
}

const field = (name: string, label: string, secret: boolean) => ({
  name,
  label,
  type: "string" as const,
  required: true,
  secret,
  help: label,
});
const problem = (error: Omit<ProviderError, "scope">): ProviderError => ({ ...error, scope: "message" });

/** The smallest complete connector: a bulletin board with rooms, text only. What docs/guides/add-a-channel.md requires, and no more. */
export const bulletin: ChannelConnector = {
  description: {
    kind: "bulletin",
    slug: "bulletin",
    label: "Bulletin board",
    configFields: [field("room", "Room", false), field("token", "Token", true), field("signingSecret", "Signing secret", true)],
    externalIdField: "room",
    signingSecretField: "signingSecret",
    addressKind: "platform",
    outboundTypes: ["text"],
    media: {},
    abilities: { quote: [], typing: false, markRead: false },
    limits: { textCharactersMax: 500, messagesPerSecond: 10, pairIntervalMs: 0, pairBurst: 1_000 },
    window: { durationMs: 3_600_000, typesOutside: [] },
    startsConversations: false,
  },
  parseRecipient: (to) => (/^[a-z]{1,40}$/.test(to) ? { address: to } : null),
  answerHandshake: () => ({ status: 403, contentType: "text/plain", body: "there is no handshake" }),
  verifySignature({ headers, rawBody, secret }) {
    const given = Buffer.from(String(headers["x-bulletin-signature"] ?? ""), "hex");
    const wanted = createHmac("sha256", secret).update(rawBody).digest();
    return secret !== "" && given.length === wanted.length && timingSafeEqual(given, wanted);
  },
  splitCallback(rawBody) {
    const body = parseJsonKeepingDigits(rawBody.toString("utf8"));
    if (!Array.isArray(body)) throw callbackUnreadable("a list of notes was expected");
    return body.map((note: Partial<Note> | null, i) => ({
      route: { by: "channel", externalId: String(note?.room) },
      providerEventId: `note ${note?.id ?? i}`,
      rank: 0,
      payload: note,
    }));
  },
  normalize(payload) {
    const note = payload as Note;
    if (typeof note?.id !== "string" || typeof note.author !== "string") throw new Error("a note needs an id and an author");
    return [
      {
        kind: "message",
        direction: "inbound",
        externalId: note.id,
        person: { address: note.author },
        occurredAt: new Date(note.at).toISOString(),
        type: "text",
        text: note.text,
        content: null,
        media: [],
        opensWindow: true,
      },
    ];
  },
  async send(message, access, http) {
    try {
      const response = await http.request({
        method: "POST",
        path: `/rooms/${access.externalId}/notes`,
        headers: { authorization: `Bearer ${access.config["token"]}`, "content-type": "application/json" },
        body: JSON.stringify({ to: message.to.address, text: message.text }),
      });
      if (response.status === 200) return { kind: "accepted", externalId: (JSON.parse(response.body.toString()) as { id: string }).id };
      const refusal = { providerCode: `http_${response.status}`, code: "provider_error", message: response.body.toString() };
      return { kind: "refused", error: problem({ class: response.status === 401 ? "credentials" : "permanent", ...refusal }) };
    } catch (error) {
      if (!isHttpFailure(error)) throw error;
      const failure = { providerCode: error.reason, code: "provider_error", message: "The board gave no answer." };
      return error.reached
        ? { kind: "unknown", error: problem({ class: "unknown", ...failure }) }
        : { kind: "refused", error: problem({ class: "retryable", ...failure }) };
    }
  },
};
