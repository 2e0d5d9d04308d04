import { type Config, describeSettings } from "../../config.ts";
import type { DemoAccount, DemoKind } from "./types.ts";

// The operator's own where given: the server checks callbacks with it, so the simulator must sign with it.
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
  isSimulated: (config) => config.chatAppApiUrl === describeSettings().find((s) => s.name === "CHAT_APP_API_URL")?.default,
  process: (config, account) => ({
    main: "chat-app/main.ts",
    environment: {
      SIMULATOR_APP_SECRET: appSecretOf(config, account),
      SIMULATOR_VERIFY_TOKEN: verifyTokenOf(config, account),
      SIMULATOR_STATUS_DELAYS_MS: "20,60,120",
    },
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
      verifiedName: "Northwind Outdoor",
      callbackUrl: `${serverUrl}/callbacks/chat-app`,
    }),
  channel: (account) => ({ kind: "chat_app", name: "Demo number", config: { ...account } }),
};
