import { type ConformanceSimulator, runConnectorConformance } from "@parley/connector-kit/conformance";
import { type Fault, startChatAppSimulator } from "@parley/simulators/chat-app";
import type { SendFault } from "@parley/connector-kit/conformance";
import { createChatAppConnector } from "../src/index.ts";
import { frame, textMessage } from "./frames.ts";

const NUMBER = "118822334455667";
const SECRET = "test-app-secret";
const VERIFY_TOKEN = "a word of our choice";
const ACCESS_TOKEN = "EAAGconformance";

const faults: Record<SendFault, Fault> = {
  rate_limit: { kind: "error", code: 130429 },
  dead_token: { kind: "error", code: 190, httpStatus: 400, details: `Malformed access token ${ACCESS_TOKEN}` },
  timeout_after_accept: { kind: "hang_after_accept" },
  cut_after_accept: { kind: "cut_after_accept" },
  truncated_answer: { kind: "truncated" },
  html_5xx: { kind: "html", httpStatus: 502 },
};

const simulator: ConformanceSimulator = {
  async start({ callbackUrl }) {
    const platform = await startChatAppSimulator({
      appSecret: SECRET,
      callbackUrl,
      autoStatuses: false,
      seed: 11,
      retryGapsMs: [],
    });
    platform.registerNumber({
      phoneNumberId: NUMBER,
      businessAccountId: "204455667788990",
      accessToken: ACCESS_TOKEN,
      displayPhoneNumber: "15550100100",
    });
    const customer = platform.customer("447700900123", "Amina Yusuf");
    return {
      baseUrl: platform.url,
      secret: SECRET,
      verifyToken: VERIFY_TOKEN,
      access: {
        externalId: NUMBER,
        config: {
          phoneNumberId: NUMBER,
          businessAccountId: "204455667788990",
          accessToken: ACCESS_TOKEN,
          appSecret: SECRET,
          verifyToken: VERIFY_TOKEN,
        },
      },
      recipient: "+44 7700 900123",
      statusExternalId: "wamid.HBgLNDQ3NzAwOTAwMTIzFQIAERgSRkFLRQ==",
      handshake: (url, token) => platform.verifyCallback(url, token),
      async deliver(scenario) {
        switch (scenario.kind) {
          case "text":
            await customer.sendText(NUMBER, scenario.text);
            break;
          case "duplicate": {
            const first = await customer.sendText(NUMBER, scenario.text, { messageId: "wamid.TWICE", at: 1_794_998_400_000 });
            platform.callbackBehaviour({ duplicate: "other_body" });
            await customer.sendText(NUMBER, scenario.text, { messageId: first.messageId, at: 1_794_998_400_000 });
            await platform.settled();
            platform.callbackBehaviour({ duplicate: "none" });
            break;
          }
          case "statuses_reversed":
            for (const status of ["read", "delivered", "sent"] as const) {
              await platform.postStatus(NUMBER, scenario.externalId, status, { waId: customer.waId });
            }
            break;
          case "unknown_type":
            await customer.send(NUMBER, { kind: "raw", message: { type: scenario.type, anything: { at: "all" } } });
            break;
          case "poison_between":
            await platform.postCallback(
              frame({
                messages: [
                  textMessage(scenario.before, "wamid.before"),
                  null,
                  7,
                  [],
                  { type: "image", image: [null] },
                  { id: { odd: true }, from: 1, timestamp: "never", type: ["text"] },
                  textMessage(scenario.after, "wamid.after"),
                ],
              }),
            );
            break;
          case "bad_signature":
          case "unsigned":
            await platform.postCallback(frame({ messages: [textMessage(scenario.text, "wamid.forged")] }), {
              signature: scenario.kind === "unsigned" ? "none" : "bad",
            });
        }
      },
      failNextSend: (fault) => platform.faults.next(faults[fault]),
      acceptedTexts: () => platform.sentTo("447700900123").map((call) => (call.body as { text: { body: string } }).text.body),
      stop: () => platform.close(),
    };
  },
};

runConnectorConformance({ name: "chat-app", connector: createChatAppConnector(), simulator });
