import type { ChannelConnector } from "@parley/connector-kit";
import { compact } from "@parley/connector-kit/read";
import { act } from "./act.ts";
import type { Settings } from "./api.ts";
import { createAuthorization } from "./authorization.ts";
import { describe, usualWindow, type WindowRules } from "./describe.ts";
import { answerHandshake } from "./handshake.ts";
import { checkHealth } from "./health.ts";
import { fetchMedia } from "./media.ts";
import { normalize } from "./normalize/index.ts";
import { checkOwnership } from "./ownership.ts";
import { parseRecipient } from "./people.ts";
import { fetchProfile } from "./profile.ts";
import { send } from "./send.ts";
import { createSignatureCheck } from "./signature.ts";
import { splitCallback } from "./split.ts";

const API_URL = "https://business-api.tiktok.com";
const AUTHORIZE_URL = "https://www.tiktok.com/v2/auth/authorize";

/** The platform's own domains for its content; subdomains count. */
const MEDIA_DOMAINS = ["tiktok.com", "tiktokcdn.com", "tiktokcdn-us.com", "tiktokv.com", "tiktokv.us", "ibyteimg.com", "ibytedtos.com"];

export interface ShortVideoOptions {
  apiVersion?: string;
  /**
   * The platform's base URL, as in the HTTP client. Any other URL is a simulator's, which then also serves the authorize page and may
   * receive access tokens when its content is fetched.
   */
  apiUrl?: string;
  /** The installation's provider app, used to check channels without their own. */
  sharedApp?: { id?: string | undefined; secret?: string | undefined };
  /** How far the signed time of a callback may differ from ours. Default 300,000. */
  signatureToleranceMs?: number;
  /** Overrides of the platform's window rules: 48 hours, 10 messages before the first answer, 3 after silence. */
  window?: Partial<WindowRules>;
  /** Further domains, besides the API's own host, that get the access token when content is fetched from them; https only. */
  mediaDomains?: readonly string[];
  /** Epoch milliseconds; tests inject theirs. */
  now?: () => number;
}

/** The short-video channel, on TikTok's Business Messaging API. Stateless. */
export function createShortVideoConnector(options: ShortVideoOptions = {}): ChannelConnector {
  const version = (options.apiVersion ?? "1.3").replace(/^v/, "");
  if (!/^\d+\.\d+$/.test(version)) throw new Error(`apiVersion is not like 1.3: ${version}`);
  const api = new URL(options.apiUrl ?? API_URL);
  const domains = options.mediaDomains ?? MEDIA_DOMAINS;
  const settings: Settings = {
    version,
    authorizeUrl: api.origin === API_URL ? AUTHORIZE_URL : new URL("/v2/auth/authorize", api).toString(),
    mayHaveToken(address) {
      const url = URL.parse(address);
      if (url === null) return false;
      if (url.origin === api.origin) return true;
      return url.protocol === "https:" && domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
    },
    sharedApp: options.sharedApp === undefined ? undefined : compact(options.sharedApp),
    now: options.now ?? Date.now,
  };
  return {
    description: describe({ ...usualWindow, ...options.window }),
    parseRecipient,
    answerHandshake,
    verifySignature: createSignatureCheck(options.signatureToleranceMs ?? 300_000),
    splitCallback,
    normalize,
    send: (message, access, http) => send(settings, message, access, http),
    fetchMedia: (media, access, http) => fetchMedia(settings, media, access, http),
    fetchProfile: (person, access, http) => fetchProfile(settings, person, access, http),
    act: (action, access, http) => act(settings, action, access, http),
    checkHealth: (access, http) => checkHealth(settings, access, http),
    checkOwnership: (access, http) => checkOwnership(settings, access, http),
    authorization: createAuthorization(settings),
  };
}
