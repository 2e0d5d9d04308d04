import type { ChannelConnector } from "@parley/connector-kit";
import { answerHandshake } from "@parley/connector-kit/graph";
import { act } from "./act.ts";
import { type Login, createAuthorization } from "./authorization.ts";
import { describe, usual } from "./describe.ts";
import { checkHealth } from "./health.ts";
import { fetchMedia } from "./media.ts";
import { normalize } from "./normalize/index.ts";
import { checkOwnership } from "./ownership.ts";
import { parseRecipient } from "./people.ts";
import { fetchProfile } from "./profile.ts";
import { send } from "./send.ts";
import { verifySignature } from "./signature.ts";
import { splitCallback } from "./split.ts";
import { keepSubscribed } from "./subscription.ts";

/** Supported until 2028-07-29 (channel-protocols.md 2.1). */
const API_VERSION = "25.0";

export interface PhotoSocialOptions {
  apiVersion?: string;
  /** How owners log in when they connect an account; channels of both families work side by side. Default `account`. */
  login?: Login;
  /** Where an owner's browser is sent; absent: the platform's own page. */
  authorizeUrl?: string | undefined;
  /**
   * How long after the customer's message a person may answer under the human-agent tag; 0: the app lacks the feature.
   * Default 7 days.
   */
  humanAgentMs?: number;
  /** Whether messages may quote, which works but is not documented. Default false. */
  quotes?: boolean;
  /** Epoch milliseconds; determines when a new token expires. */
  now?: () => number;
}

/**
 * The photo-social channel: Instagram direct messages, through the account itself or through the page it is linked to.
 * Stateless. Its HTTP client has two further base URLs: `page` (for page channels) and `login` (for codes of account
 * channels).
 */
export function createPhotoSocialConnector(options: PhotoSocialOptions = {}): ChannelConnector {
  const version = (options.apiVersion ?? API_VERSION).replace(/^v/, "");
  if (!/^\d+\.\d+$/.test(version)) throw new Error(`apiVersion is not like 25.0: ${version}`);
  return {
    description: describe({ humanAgentMs: options.humanAgentMs ?? usual.humanAgentMs, quotes: options.quotes ?? usual.quotes }),
    parseRecipient,
    answerHandshake,
    verifySignature,
    splitCallback,
    normalize,
    send: (message, access, http) => send(version, message, access, http),
    fetchMedia: (media, _access, http) => fetchMedia(media, http),
    fetchProfile: (person, access, http) => fetchProfile(version, person, access, http),
    act: (action, access, http) => act(version, action, access, http),
    checkHealth: (access, http) => checkHealth(version, access, http),
    checkOwnership: (access, http) => checkOwnership(version, access, http),
    keepSubscribed: (access, http) => keepSubscribed(version, access, http),
    authorization: createAuthorization({
      version,
      login: options.login ?? "account",
      authorizeUrl: options.authorizeUrl,
      now: options.now ?? Date.now,
    }),
  };
}
