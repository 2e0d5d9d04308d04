import { createHmac } from "node:crypto";
import { equalSecrets } from "#platform/crypto/equal.ts";
import { cleanText } from "#platform/text/clean.ts";
import type { DialEnd, Markup, StreamEvent, StreamProtocol, TelephonyAccess, TelephonyProvider } from "./provider.ts";

/**
 * Twilio's Media Streams and TwiML, also spoken by compatible servers. Sources (read 2026-11):
 * https://www.twilio.com/docs/voice/media-streams/websocket-messages, https://www.twilio.com/docs/voice/twiml/stream,
 * https://www.twilio.com/docs/usage/security#validating-requests
 */

const textMax = 200;
const idPattern = /^[A-Za-z0-9]{1,64}$/;
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;
/** Two seconds; a frame usually has 20 ms. */
const payloadMax = 21_336;

export function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const signed = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).reduce((text, [key, value]) => text + key + value, url);
  return createHmac("sha1", authToken).update(signed).digest("base64");
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const xml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] as string).replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, "");
const response = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`;
const said = (text: string | null, language: string | null) =>
  text === null ? "" : `<Say${language === null ? "" : ` language="${xml(language)}"`}>${xml(text)}</Say>`;

const markup: Markup = {
  contentType: "text/xml; charset=utf-8",
  stream: ({ streamUrl, afterUrl, token }) =>
    response(
      `<Connect action="${xml(afterUrl)}"><Stream url="${xml(streamUrl)}"><Parameter name="token" value="${xml(token)}"/></Stream></Connect>`,
    ),
  hangUp: (say, language) => response(`${said(say, language)}<Hangup/>`),
  dial: (say, language, number) => response(`${said(say, language)}<Dial>${xml(number)}</Dial><Hangup/>`),
};

type Frame = Record<string, unknown>;
const isFrame = (value: unknown): value is Frame => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === "string" && value.length <= textMax ? value : null);

function readStart(frame: Frame): StreamEvent | null {
  const { start } = frame;
  if (!isFrame(start)) return null;
  const { accountSid, callSid, mediaFormat, customParameters } = start;
  const streamId = text(start["streamSid"] ?? frame["streamSid"]);
  if (streamId === null || !idPattern.test(streamId)) return null;
  const [accountId, callId] = [text(accountSid), text(callSid)];
  if (accountId === null || callId === null) return null;
  const format = isFrame(mediaFormat) ? mediaFormat : {};
  return {
    kind: "start",
    streamId,
    accountId,
    callId,
    token: isFrame(customParameters) ? text(customParameters["token"]) : null,
    isPcmu: format["encoding"] === "audio/x-mulaw" && format["sampleRate"] === 8_000 && format["channels"] === 1,
  };
}

const stream: StreamProtocol = {
  read(given) {
    let frame: unknown;
    try {
      frame = JSON.parse(given);
    } catch {
      // The sender does not speak this protocol; the caller of this function counts that.
      return null;
    }
    if (!isFrame(frame)) return null;
    switch (frame["event"]) {
      case "media": {
        const { media } = frame;
        if (!isFrame(media)) return null;
        const { payload, track } = media;
        if (track !== undefined && track !== "inbound") return { kind: "other" };
        return typeof payload === "string" && payload.length <= payloadMax && base64Pattern.test(payload)
          ? { kind: "audio", payload }
          : null;
      }
      case "mark": {
        const name = isFrame(frame["mark"]) ? text(frame["mark"]["name"]) : null;
        return name === null ? null : { kind: "mark", name };
      }
      case "dtmf": {
        const digit = isFrame(frame["dtmf"]) ? text(frame["dtmf"]["digit"]) : null;
        return digit !== null && /^[0-9A-D*#]$/.test(digit) ? { kind: "digit", digit } : null;
      }
      case "start":
        return readStart(frame);
      case "stop":
        return { kind: "stop" };
      case "connected":
        return { kind: "other" };
      default:
        return null;
    }
  },
  // Built by hand, because it happens fifty times a second per call. Ids and payloads contain nothing that JSON would escape.
  audio: (streamId, payload) => `{"event":"media","streamSid":"${streamId}","media":{"payload":"${payload}"}}`,
  mark: (streamId, name) => `{"event":"mark","streamSid":"${streamId}","mark":{"name":"${name}"}}`,
  clear: (streamId) => `{"event":"clear","streamSid":"${streamId}"}`,
};

const dialEnds: Readonly<Record<string, DialEnd>> = {
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "canceled",
  completed: "over",
};

const basic = ({ accountId, authToken }: TelephonyAccess) =>
  `Basic ${Buffer.from(`${accountId}:${authToken.reveal()}`).toString("base64")}`;

const nobody = /^(?:anonymous|restricted|unavailable|unknown|private|\+?266696687|\+?7378742833|\+?2562533|\+?8656696|\+?86282452253)?$/i;

export const twilio: TelephonyProvider = {
  defaultBaseUrl: "https://api.twilio.com",
  testRequest: (access) => ({
    url: `${access.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(access.accountId)}.json`,
    headers: { authorization: basic(access) },
  }),
  isAccount: ({ accountId }: TelephonyAccess, body) => isFrame(body) && body["sid"] === accountId,
  isSigned({ authToken }, { url, form, header }) {
    const given = header("x-twilio-signature");
    return given !== undefined && equalSecrets(given, signatureOf(authToken.reveal(), url, form));
  },
  readCall(form) {
    const [callId, accountId, from, to] = ["CallSid", "AccountSid", "From", "To"].map((name) => form.get(name) ?? "");
    if (callId === undefined || !idPattern.test(callId) || accountId === undefined || accountId === "") return null;
    if (to === undefined || to === "" || to.length > textMax || (from ?? "").length > textMax) return null;
    // Text that the database cannot store is neither a number nor a SIP address.
    if ([to, from ?? ""].some((address) => cleanText(address) !== address)) return null;
    // Withheld numbers arrive as words, or as the digits that spell ANONYMOUS and the like on a phone keypad.
    return { accountId, callId, from: from === undefined || nobody.test(from) ? null : from, to };
  },
  // https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource (read 2026-11)
  dialRequest: (access, { from, to, answeredUrl, statusUrl, ringSeconds }) => ({
    url: `${access.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(access.accountId)}/Calls.json`,
    headers: { authorization: basic(access), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      From: from,
      To: to,
      Url: answeredUrl,
      Timeout: String(ringSeconds),
      MachineDetection: "Enable",
      StatusCallback: statusUrl,
      StatusCallbackEvent: "completed",
    }).toString(),
  }),
  readDialled(body) {
    try {
      const { sid } = JSON.parse(body) as { sid?: unknown };
      return typeof sid === "string" && idPattern.test(sid) ? sid : null;
    } catch {
      // Somebody else's response.
      return null;
    }
  },
  readAnswered(form) {
    const [callId, accountId, by] = ["CallSid", "AccountSid", "AnsweredBy"].map((name) => form.get(name) ?? "");
    if (callId === undefined || !idPattern.test(callId) || accountId === undefined || accountId === "") return null;
    return { accountId, callId, isMachine: /^(?:machine|fax)/.test(by ?? "") };
  },
  readDialEnd: (form) => dialEnds[form.get("CallStatus") ?? ""] ?? null,
  readCallId(form) {
    const callId = form.get("CallSid") ?? "";
    return idPattern.test(callId) ? callId : null;
  },
  markup,
  stream,
};
