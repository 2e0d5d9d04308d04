import type { Config } from "../../config.ts";
import { spokenLines } from "./chat-app-lines.ts";
import { demoTemplates } from "./chat-app-templates.ts";
import { business, type DemoAccount, type DemoKind, isDefault } from "./types.ts";

// The operator's own if set: the server checks callbacks with it, so the simulator must sign with it.
const appSecretOf = (config: Config, account: DemoAccount) => config.chatAppAppSecret ?? (account["appSecret"] as string);
const verifyTokenOf = (config: Config, account: DemoAccount) => config.chatAppVerifyToken ?? (account["verifyToken"] as string);

export const chatApp: DemoKind = {
  kind: "chat-app",
  newAccount: (random) => ({
    appSecret: random.hex(16),
    verifyToken: random.hex(16),
    phoneNumberId: `1${random.digits(14)}`,
    businessAccountId: `2${random.digits(14)}`,
    accessToken: random.text(24),
  }),
  takesCalls: true,
  isSimulated: (config) => isDefault("CHAT_APP_API_URL", config.chatAppApiUrl),
  options: (config, account) => ({
    appSecret: appSecretOf(config, account),
    verifyToken: verifyTokenOf(config, account),
    statusDelaysMs: { sent: 20, delivered: 60, read: 120 },
    callLines: spokenLines,
  }),
  configure: (config, account, simulatorUrl) => ({
    ...config,
    chatAppApiUrl: simulatorUrl,
    chatAppAppSecret: appSecretOf(config, account),
    chatAppVerifyToken: verifyTokenOf(config, account),
  }),
  introduce: (simulator, account, serverUrl) =>
    simulator.control("POST", "numbers", {
      phoneNumberId: account["phoneNumberId"],
      businessAccountId: account["businessAccountId"],
      accessToken: account["accessToken"],
      displayPhoneNumber: "15550100100",
      verifiedName: business.name,
      callbackUrl: `${serverUrl}/callbacks/chat-app`,
      templates: demoTemplates,
      calling: "on",
    }),
  channel: (account) => ({ kind: "chat_app", name: "Demo number", config: { ...account } }),
};
