import type { Config } from "../../config.ts";
import { business, type DemoAccount, type DemoKind, isDefault } from "./types.ts";

// The operator's own if set (any of several may sign): the server checks callbacks with it.
const appSecretOf = (config: Config, account: DemoAccount) =>
  config.photoSocialAppSecret?.split(",")[0] ?? (account["appSecret"] as string);
const verifyTokenOf = (config: Config, account: DemoAccount) => config.photoSocialVerifyToken ?? (account["verifyToken"] as string);

export const photoSocial: DemoKind = {
  kind: "photo-social",
  newAccount: (random) => ({
    accountId: `178414${random.digits(11)}`,
    accessToken: random.text(24),
    appSecret: random.hex(16),
    verifyToken: random.hex(16),
  }),
  isSimulated: (config) =>
    isDefault("PHOTO_SOCIAL_API_URL", config.photoSocialApiUrl) &&
    isDefault("PHOTO_SOCIAL_PAGE_API_URL", config.photoSocialPageApiUrl) &&
    isDefault("PHOTO_SOCIAL_LOGIN_API_URL", config.photoSocialLoginApiUrl),
  options: (config, account) => ({
    appSecret: appSecretOf(config, account),
    verifyToken: verifyTokenOf(config, account),
    echoDelayMs: 60,
    seenDelayMs: 250,
    keepTokens: true,
  }),
  configure: (config, account, simulatorUrl) => ({
    ...config,
    photoSocialApiUrl: simulatorUrl,
    photoSocialPageApiUrl: simulatorUrl,
    photoSocialLoginApiUrl: simulatorUrl,
    photoSocialAppSecret: config.photoSocialAppSecret ?? account["appSecret"],
    photoSocialVerifyToken: verifyTokenOf(config, account),
  }),
  introduce: (simulator, account, serverUrl) =>
    simulator.control("POST", "accounts", {
      accountId: account["accountId"],
      accessToken: account["accessToken"],
      ...business,
      callbackUrl: `${serverUrl}/callbacks/photo-social`,
    }),
  channel: (account) => ({ kind: "photo_social", name: "Demo photo account", config: { ...account } }),
};
