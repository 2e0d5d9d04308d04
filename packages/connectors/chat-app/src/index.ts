import type { ChannelConnector } from "@parley/connector-kit";
import { answerHandshake, verifySignature } from "@parley/connector-kit/graph";
import { act } from "./act.ts";
import { createAuthorization } from "./authorization.ts";
import { createCalling } from "./calling.ts";
import { description } from "./describe.ts";
import { checkHealth, readStanding } from "./health.ts";
import { fetchMedia } from "./media.ts";
import { normalize } from "./normalize/index.ts";
import { checkOwnership } from "./ownership.ts";
import { parseRecipient } from "./people.ts";
import { send } from "./send.ts";
import { splitCallback } from "./split.ts";
import { checkTemplate } from "./template-rules.ts";
import { sampleBytesMax, sampleTypes, uploadTemplateSample } from "./template-sample.ts";
import { createTemplate, deleteTemplate, editTemplate, listTemplates } from "./templates.ts";

/** Supported until 2028-07-29 (channel-protocols.md 2.1). */
const API_VERSION = "25.0";
const LOGIN_URL = "https://www.facebook.com";

export interface ChatAppOptions {
  apiVersion?: string;
  /** URL of the platform's login dialog. */
  loginUrl?: string;
  /** The platform's login configuration, which decides what the sign-up requests. */
  configurationId?: string;
  /** Hosts from which media may be fetched besides the platform's own (a simulator's). */
  mediaHosts?: readonly string[];
  /** Creates the two-step PIN for a number without one. */
  makePin?: () => string;
}

/** The chat-app channel, on the Cloud API of the WhatsApp Business Platform. Stateless. */
export function createChatAppConnector(options: ChatAppOptions = {}): ChannelConnector {
  const version = (options.apiVersion ?? API_VERSION).replace(/^v/, "");
  if (!/^\d+\.\d+$/.test(version)) throw new Error(`apiVersion is not like 25.0: ${version}`);
  return {
    description,
    parseRecipient,
    answerHandshake,
    verifySignature,
    splitCallback,
    normalize,
    send: (message, access, http) => send(version, message, access, http),
    act: (action, access, http) => act(version, action, access, http),
    fetchMedia: (media, access, http) => fetchMedia({ version, mediaHosts: options.mediaHosts ?? [] }, media, access, http),
    listTemplates: (access, http) => listTemplates(version, access, http),
    checkTemplate,
    createTemplate: (draft, access, http) => createTemplate(version, draft, access, http),
    editTemplate: (edit, access, http) => editTemplate(version, edit, access, http),
    templateSamples: {
      mimeTypes: sampleTypes,
      bytesMax: sampleBytesMax,
      upload: (file, access, http) => uploadTemplateSample(version, file, access, http),
    },
    deleteTemplate: (template, access, http) => deleteTemplate(version, template, access, http),
    checkHealth: (access, http) => checkHealth(version, access, http),
    readStanding: (access, http) => readStanding(version, access, http),
    checkOwnership: (access, http) => checkOwnership(version, access, http),
    calling: createCalling(version),
    authorization: createAuthorization({
      apiVersion: version,
      loginUrl: options.loginUrl ?? LOGIN_URL,
      ...(options.configurationId === undefined ? {} : { configurationId: options.configurationId }),
      ...(options.makePin === undefined ? {} : { makePin: options.makePin }),
    }),
  };
}
