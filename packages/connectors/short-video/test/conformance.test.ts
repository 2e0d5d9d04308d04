import { type ConformanceSimulator, type SendFault, runConnectorConformance } from "@parley/connector-kit/conformance";
import { type Fault, startShortVideoSimulator } from "@parley/simulators/short-video";
import { createShortVideoConnector } from "../src/index.ts";
import { AMINA, BUSINESS, CUSTOMER, frame, textMessage } from "./frames.ts";

const SECRET = "test-client-secret";
const ACCESS_TOKEN = "act.conformance";

const faults: Record<SendFault, Fault> = {
  rate_limit: { kind: "error", code: 40100 },
  dead_token: { kind: "error", code: 40105, details: `The access token ${ACCESS_TOKEN} is incorrect.` },
  timeout_after_accept: { kind: "hang_after_accept" },
  cut_after_accept: { kind: "cut_after_accept" },
  truncated_answer: { kind: "truncated" },
  html_5xx: { kind: "html", httpStatus: 502 },
};

const simulator: ConformanceSimulator = {
  async start({ callbackUrl }) {
    const platform = await startShortVideoSimulator({
      clientSecret: SECRET,
      callbackUrl,
      echoes: false,
      reads: false,
      seed: 11,
      retryGapsMs: [],
    });
    platform.registerAccount({ businessId: BUSINESS, username: "northwind", accessToken: ACCESS_TOKEN });
    const customer = platform.customer(CUSTOMER, AMINA.username);
    // The business may not write first.
    platform.openConversation(BUSINESS, CUSTOMER);
    return {
      baseUrl: platform.url,
      secret: SECRET,
      access: {
        externalId: BUSINESS,
        config: { businessId: BUSINESS, clientKey: "7400000000000000001", clientSecret: SECRET, accessToken: ACCESS_TOKEN },
      },
      recipient: customer.conversationId(BUSINESS),
      async deliver(scenario) {
        switch (scenario.kind) {
          case "text":
            await customer.sendText(BUSINESS, scenario.text);
            break;
          case "duplicate": {
            const first = await customer.sendText(BUSINESS, scenario.text, { at: 1_794_998_400_000 });
            platform.callbackBehaviour({ duplicate: "other_body" });
            await customer.sendText(BUSINESS, scenario.text, { at: 1_794_998_400_000, messageId: first.messageId });
            platform.callbackBehaviour({ duplicate: "none" });
            await platform.waitFor(({ stats }) => stats().callbacks.open === 0);
            break;
          }
          case "unknown_type":
            await customer.send(BUSINESS, { kind: "raw", fields: { type: scenario.type, anything: { at: "all" } } });
            break;
          case "poison_between":
            // On this platform one event is one body; a list is what a careless proxy might make of several.
            await platform.postCallback([
              frame(textMessage(scenario.before, "YmVmb3Jl")),
              null,
              7,
              frame(null, { content: "{cut" }),
              frame({ ...textMessage("x"), type: "image", image: [null] }),
              frame({ message_id: { odd: true }, from_user: 1, timestamp: "never", type: ["text"] }),
              { event: "im_receive_msg", user_openid: BUSINESS },
              frame(textMessage(scenario.after, "YWZ0ZXI=")),
            ]);
            break;
          case "bad_signature":
          case "unsigned":
            await platform.postCallback(frame(textMessage(scenario.text)), { signature: scenario.kind === "unsigned" ? "none" : "bad" });
            break;
          case "statuses_reversed":
            throw new Error("the platform reports no statuses");
        }
      },
      failNextSend: (fault) => platform.faults.next(faults[fault]),
      acceptedTexts: () => platform.sentTo(CUSTOMER).map((call) => (call.body as { text: { body: string } }).text.body),
      stop: () => platform.close(),
    };
  },
};

runConnectorConformance({ name: "short-video", connector: createShortVideoConnector(), simulator });
