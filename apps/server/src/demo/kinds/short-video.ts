import type { Config } from "../../config.ts";
import type { Simulator } from "../simulators.ts";
import { business, type DemoAccount, type DemoKind, isDefault } from "./types.ts";

// The operator's own if set: the server checks callbacks with it, so the simulator must sign with it.
const clientKeyOf = (config: Config, account: DemoAccount) => config.shortVideoClientKey ?? (account["clientKey"] as string);
const clientSecretOf = (config: Config, account: DemoAccount) => config.shortVideoClientSecret ?? (account["clientSecret"] as string);

export const shortVideo: DemoKind = {
  kind: "short-video",
  newAccount: (random) => ({
    businessId: `biz-${random.text(12)}`,
    accessToken: `act.${random.text(24)}`,
    refreshToken: `rft.${random.text(24)}`,
    clientKey: `74${random.digits(17)}`,
    clientSecret: random.hex(16),
  }),
  isSimulated: (config) => isDefault("SHORT_VIDEO_API_URL", config.shortVideoApiUrl),
  options: (config, account) => ({
    clientKey: clientKeyOf(config, account),
    clientSecret: clientSecretOf(config, account),
    delaysMs: { echo: 60, read: 250 },
    keepTokens: true,
  }),
  configure: (config, account, simulatorUrl) => ({
    ...config,
    shortVideoApiUrl: simulatorUrl,
    shortVideoClientKey: clientKeyOf(config, account),
    shortVideoClientSecret: clientSecretOf(config, account),
  }),
  introduce: async (simulator, account, serverUrl, config) => {
    const { businessId, accessToken, refreshToken } = account;
    const names = { username: business.username, displayName: business.name };
    // Before the account exists, so that no message is lost.
    await registerCallbacks(simulator, `${serverUrl}/callbacks/short-video`, config, account);
    await simulator.control("POST", "accounts", { businessId, accessToken, refreshToken, ...names });
  },
  // Uses the installation's provider app, which refreshes the tokens: the channel has none of its own.
  channel: ({ businessId, accessToken, refreshToken }) => ({
    kind: "short_video",
    name: "Demo video account",
    config: { businessId, accessToken, refreshToken },
  }),
};

/** On the platform itself, as an operator does once per app: all its callbacks go to one URL. */
async function registerCallbacks(simulator: Simulator, callbackUrl: string, config: Config, account: DemoAccount): Promise<void> {
  const response = await fetch(`${simulator.url}/open_api/v1.3/business/webhook/update/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      app_id: clientKeyOf(config, account),
      secret: clientSecretOf(config, account),
      event_type: "DIRECT_MESSAGE",
      callback_url: callbackUrl,
    }),
  });
  const { code, message } = (await response.json()) as { code: number; message: string };
  if (code !== 0) throw new Error(`the short-video simulator takes no callback address: ${message} (${code})`);
}
