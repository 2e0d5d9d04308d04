import { type ConformanceSimulator, type SendFault, runConnectorConformance } from "@parley/connector-kit/conformance";
import { type Fault, startPhotoSocialSimulator } from "@parley/simulators/photo-social";
import { createPhotoSocialConnector } from "../src/index.ts";
import { ACCOUNT, PERSON, element, frame, textMessage } from "./frames.ts";

const SECRET = "test-app-secret";
const VERIFY_TOKEN = "a word of our choice";
const ACCESS_TOKEN = "IGAAconformance";
const PAGE_TOKEN = "EAAGconformance";
const PAGE = "104455667788990";

const faults: Record<SendFault, Fault> = {
  rate_limit: { kind: "error", code: 613, subcode: 2_534_040 },
  dead_token: { kind: "error", code: 190, subcode: 463, details: `Malformed access token ${ACCESS_TOKEN} ${PAGE_TOKEN}` },
  timeout_after_accept: { kind: "hang_after_accept" },
  cut_after_accept: { kind: "cut_after_accept" },
  truncated_answer: { kind: "truncated" },
  html_5xx: { kind: "html", httpStatus: 502 },
};

/** Both families: the channel's own token, or its page's. */
function simulatorWith(config: Record<string, string>): ConformanceSimulator {
  return {
    async start({ callbackUrl }) {
      const platform = await startPhotoSocialSimulator({ appSecret: SECRET, callbackUrl, echoes: false, seed: 11, retryGapsMs: [] });
      platform.registerAccount({ accountId: ACCOUNT, accessToken: ACCESS_TOKEN, page: { id: PAGE, accessToken: PAGE_TOKEN } });
      platform.openWindow(ACCOUNT, PERSON);
      const customer = platform.customer(PERSON);
      return {
        baseUrl: platform.url,
        secret: SECRET,
        verifyToken: VERIFY_TOKEN,
        access: {
          externalId: ACCOUNT,
          config: { accountId: ACCOUNT, appSecret: SECRET, verifyToken: VERIFY_TOKEN, ...config },
        },
        recipient: PERSON,
        handshake: (url, token) => platform.verifyCallback(url, token),
        async deliver(scenario) {
          switch (scenario.kind) {
            case "text":
              await customer.sendText(ACCOUNT, scenario.text);
              break;
            case "duplicate": {
              const first = await customer.sendText(ACCOUNT, scenario.text, { messageId: "mid.TWICE", at: 1_794_998_400_000 });
              platform.callbackBehaviour({ duplicate: "other_body" });
              await customer.sendText(ACCOUNT, scenario.text, { messageId: first.messageId, at: 1_794_998_400_000 });
              await platform.settled();
              platform.callbackBehaviour({ duplicate: "none" });
              break;
            }
            case "unknown_type":
              await customer.send(ACCOUNT, {
                kind: "raw",
                element: { message: { mid: "mid.ODD", attachments: [{ type: scenario.type }] } },
              });
              break;
            case "poison_between":
              await platform.postCallback(
                frame(
                  textMessage(scenario.before, "mid.before"),
                  null,
                  7,
                  [],
                  element({ message: [null] }),
                  { sender: { id: { odd: true } }, timestamp: "never", message: 1 },
                  textMessage(scenario.after, "mid.after"),
                ),
              );
              break;
            case "bad_signature":
            case "unsigned":
              await platform.postCallback(frame(textMessage(scenario.text, "mid.forged")), {
                signature: scenario.kind === "unsigned" ? "none" : "bad",
              });
              break;
            default:
              throw new Error(`the platform has no ${scenario.kind}`);
          }
        },
        failNextSend: (fault) => platform.faults.next(faults[fault]),
        acceptedTexts: () => platform.sentTo(PERSON).map((call) => (call.body as { message: { text: string } }).message.text),
        stop: () => platform.close(),
      };
    },
  };
}

const connector = createPhotoSocialConnector();
runConnectorConformance({ name: "photo-social", connector, simulator: simulatorWith({ accessToken: ACCESS_TOKEN }) });
runConnectorConformance({
  name: "photo-social through a page",
  connector,
  simulator: simulatorWith({ accessToken: PAGE_TOKEN, pageId: PAGE }),
});
