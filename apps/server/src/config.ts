/**
 * Every setting of the server: name, type, unit, default, meaning. Nothing else reads the environment.
 * `describeSettings()` is what `parley doctor` and docs/configuration.md print.
 */
interface Setting<T> {
  name: string;
  default: string | undefined;
  meaning: string;
  secret?: boolean;
  parse(text: string): T;
}

export class ConfigError extends Error {}

const text = (value: string) => value;
const integer = (min: number, max: number) => (value: string) => {
  const n = Number(value);
  if (!Number.isInteger(n) || n < min || n > max) throw new ConfigError(`must be a whole number from ${min} to ${max}`);
  return n;
};
const flag = (value: string) => {
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  throw new ConfigError("must be true or false");
};
const oneOf =
  <const T extends string>(...values: T[]) =>
  (value: string) => {
    const found = values.find((v) => v === value);
    if (found === undefined) throw new ConfigError(`must be one of ${values.join(", ")}`);
    return found;
  };
const address = (value: string) => {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ConfigError("must be an http or https address");
  return value.replace(/(?<!\/)\/+$/, "");
};

const smtpAddress = (value: string) => {
  const url = URL.parse(value);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") throw new ConfigError("must be an smtp or smtps address");
  return value;
};

const sender = (value: string) => {
  // One address, perhaps with a name before it; nothing that could begin another header.
  if (!/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new ConfigError("must be an address, or Name <address>");
  return value;
};

const currency = (value: string) => {
  if (!/^[A-Z]{3}$/.test(value)) throw new ConfigError("must be three capital letters like USD");
  return value;
};

const version = (value: string) => {
  if (!/^\d+\.\d+$/.test(value)) throw new ConfigError("must be a version like 25.0");
  return value;
};

const list = (value: string) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

const origins = (value: string) => {
  for (const entry of value.split(",")) {
    const url = URL.parse(entry.trim());
    if (entry.trim() !== "" && (url === null || !/^https?:$/.test(url.protocol)))
      throw new ConfigError("must be a comma list of http or https addresses");
  }
  return value;
};

function setting<T>(name: string, fallback: string | undefined, meaning: string, parse: (text: string) => T, secret = false): Setting<T> {
  return { name, default: fallback, meaning, parse, secret };
}

const settings = {
  port: setting("PORT", "3000", "Port of the HTTP server; 0 picks a free one", integer(0, 65535)),
  host: setting("HOST", "127.0.0.1", "Address the HTTP server listens on", text),
  publicUrl: setting("PUBLIC_URL", undefined, "Address under which others reach this server; default http://HOST:PORT", address),
  dataDir: setting("DATA_DIR", "./.data", "Folder of the embedded database and of generated secrets", text),
  mediaDir: setting("MEDIA_DIR", undefined, "Folder of media, shared by all processes; default DATA_DIR/media", text),
  mediaBytesMax: setting(
    "MEDIA_BYTES_MAX",
    "104857600",
    "Largest file that is taken in, in bytes; at most 4 GiB",
    integer(1, 4_294_967_296),
  ),
  mediaUnusedDays: setting("MEDIA_UNUSED_DAYS", "30", "Days that an upload is kept which no message uses", integer(1, 3650)),
  knowledgeSearchDays: setting(
    "KNOWLEDGE_SEARCH_DAYS",
    "90",
    "Days that searches of the knowledge are counted and unanswered questions kept",
    integer(1, 3650),
  ),
  s3Bucket: setting("S3_BUCKET", undefined, "Bucket for media in an S3-compatible store; unset: the folder", text),
  s3Endpoint: setting("S3_ENDPOINT", undefined, "Address of the store; unset: Amazon S3", address),
  s3Region: setting("S3_REGION", "us-east-1", "Region of the bucket", text),
  s3AccessKeyId: setting("S3_ACCESS_KEY_ID", undefined, "Access key of the store; unset: what the machine offers (role, profile)", text),
  s3SecretAccessKey: setting("S3_SECRET_ACCESS_KEY", undefined, "Secret of the access key", text, true),
  databaseUrl: setting("DATABASE_URL", undefined, "PostgreSQL >= 15 to use; unset: an embedded one in DATA_DIR", text, true),
  databaseAppUrl: setting("DATABASE_APP_URL", undefined, "Log-in of the application role, where it is managed by hand", text, true),
  databaseWorkerUrl: setting(
    "DATABASE_WORKER_URL",
    undefined,
    "Log-in of the cross-tenant worker role, where it is managed by hand",
    text,
    true,
  ),
  databaseConnections: setting("DATABASE_CONNECTIONS", "16", "Connections of the application role per process", integer(2, 500)),
  billingCurrency: setting(
    "BILLING_CURRENCY",
    "USD",
    "Currency of balances, prices and payments, ISO 4217; not to be changed later",
    currency,
  ),
  role: setting("ROLE", "all", "What this process does: all, api or worker", oneOf("all", "api", "worker")),
  encryptionKey: setting(
    "ENCRYPTION_KEY",
    undefined,
    "Root key of all stored secrets: 32 bytes as base64 or hex; several, newest first, separated by commas. Unset with the embedded database: made once in DATA_DIR",
    text,
    true,
  ),
  demo: setting("DEMO", "true", "Make a demo tenant with simulated channels at the first start (embedded database only)", flag),
  demoToken: setting(
    "DEMO_TOKEN",
    undefined,
    "Token of the demo's pages, /phone and /demo/mails; unset: a new one at each start, printed in their addresses",
    text,
    true,
  ),
  chatAppApiUrl: setting("CHAT_APP_API_URL", "https://graph.facebook.com", "Base address of the chat-app platform", address),
  chatAppApiVersion: setting("CHAT_APP_API_VERSION", "25.0", "Version of the chat-app platform's interface", version),
  chatAppAppSecret: setting("CHAT_APP_APP_SECRET", undefined, "App secret of the one chat-app provider app for all tenants", text, true),
  chatAppVerifyToken: setting("CHAT_APP_VERIFY_TOKEN", undefined, "Verify token of its callback address", text, true),
  chatAppAppId: setting(
    "CHAT_APP_APP_ID",
    undefined,
    "App id of that provider app; with its secret it lets people sign in to connect",
    text,
  ),
  chatAppLoginUrl: setting("CHAT_APP_LOGIN_URL", "https://www.facebook.com", "Address of the chat-app platform's log-in dialog", address),
  chatAppConfigurationId: setting(
    "CHAT_APP_CONFIGURATION_ID",
    undefined,
    "Log-in configuration of that provider app (embedded sign-up); unset: plain permissions are asked for",
    text,
  ),
  connectRedirectAllow: setting(
    "CONNECT_REDIRECT_ALLOW",
    "",
    "Origins besides PUBLIC_URL where a browser may end up after connecting a channel; comma list",
    origins,
  ),
  shortVideoApiUrl: setting("SHORT_VIDEO_API_URL", "https://business-api.tiktok.com", "Base address of the short-video platform", address),
  shortVideoApiVersion: setting("SHORT_VIDEO_API_VERSION", "1.3", "Version of the short-video platform's interface", version),
  shortVideoWindowHours: setting(
    "SHORT_VIDEO_WINDOW_HOURS",
    "48",
    "Hours after a customer's word in which the short-video platform takes messages to them",
    integer(1, 8_760),
  ),
  shortVideoMessagesBeforeAnswer: setting(
    "SHORT_VIDEO_MESSAGES_BEFORE_ANSWER",
    "10",
    "Messages that it takes before the customer's first answer",
    integer(1, 1_000),
  ),
  shortVideoMessagesAfterSilence: setting(
    "SHORT_VIDEO_MESSAGES_AFTER_SILENCE",
    "3",
    "Messages that it takes after those hours, until the customer writes again; 0: none",
    integer(0, 1_000),
  ),
  shortVideoSignatureToleranceSeconds: setting(
    "SHORT_VIDEO_SIGNATURE_TOLERANCE_SECONDS",
    "300",
    "How far the signed time of its callbacks may lie from ours, in seconds",
    integer(1, 86_400),
  ),
  shortVideoMediaDomains: setting(
    "SHORT_VIDEO_MEDIA_DOMAINS",
    "tiktok.com,tiktokcdn.com,tiktokcdn-us.com,tiktokv.com,tiktokv.us,ibyteimg.com,ibytedtos.com",
    "Domains, with what is below them, that get the channel's token when a customer's media is fetched from them; comma list",
    list,
  ),
  shortVideoClientKey: setting("SHORT_VIDEO_CLIENT_KEY", undefined, "Client key of the one short-video provider app for all tenants", text),
  shortVideoClientSecret: setting("SHORT_VIDEO_CLIENT_SECRET", undefined, "Client secret of that app; it signs its callbacks", text, true),
  photoSocialApiUrl: setting("PHOTO_SOCIAL_API_URL", "https://graph.instagram.com", "Base address of the photo-social platform", address),
  photoSocialApiVersion: setting("PHOTO_SOCIAL_API_VERSION", "25.0", "Version of the photo-social platform's interface", version),
  photoSocialHumanAgentDays: setting(
    "PHOTO_SOCIAL_HUMAN_AGENT_DAYS",
    "7",
    "Days after a customer's word in which a person may still answer there, under the human-agent tag; 0: the provider app lacks that feature",
    integer(0, 365),
  ),
  photoSocialQuotes: setting("PHOTO_SOCIAL_QUOTES", "false", "Messages may quote there, which works but is not documented", flag),
  photoSocialPageApiUrl: setting(
    "PHOTO_SOCIAL_PAGE_API_URL",
    "https://graph.facebook.com",
    "Its base address for accounts that are connected through a page",
    address,
  ),
  photoSocialLoginApiUrl: setting(
    "PHOTO_SOCIAL_LOGIN_API_URL",
    "https://api.instagram.com",
    "Its base address where the code of a log-in becomes a token",
    address,
  ),
  photoSocialAuthorizeUrl: setting(
    "PHOTO_SOCIAL_AUTHORIZE_URL",
    undefined,
    "Page of the platform where owners log in to connect an account; unset: the platform's own for PHOTO_SOCIAL_LOGIN",
    address,
  ),
  photoSocialLogin: setting(
    "PHOTO_SOCIAL_LOGIN",
    "account",
    "How owners log in to connect an account: account (as the account itself) or page (through the page it is linked to)",
    oneOf("account", "page"),
  ),
  photoSocialAppId: setting(
    "PHOTO_SOCIAL_APP_ID",
    undefined,
    "App id of that provider app; with its secret it lets people sign in to connect",
    text,
  ),
  photoSocialAppSecret: setting(
    "PHOTO_SOCIAL_APP_SECRET",
    undefined,
    "App secret of the one photo-social provider app for all tenants; several, separated by commas, when any may sign",
    text,
    true,
  ),
  photoSocialVerifyToken: setting("PHOTO_SOCIAL_VERIFY_TOKEN", undefined, "Verify token of its callback address", text, true),
  sessionIdleMinutes: setting("SESSION_IDLE_MINUTES", "480", "Minutes after which a session that nobody uses ends", integer(5, 43_200)),
  sessionLifeHours: setting("SESSION_LIFE_HOURS", "24", "Hours after which a session ends however much it is used", integer(1, 8_760)),
  smtpUrl: setting(
    "SMTP_URL",
    undefined,
    "Mail server for invitations and password resets: smtp://user:password@host:587, smtps:// for TLS from the start; unset: no mail leaves",
    smtpAddress,
    true,
  ),
  mailFrom: setting("MAIL_FROM", undefined, "Sender of these mails, such as Parley <parley@example.com>; required with SMTP_URL", sender),
  outboundAllow: setting(
    "OUTBOUND_ALLOW",
    "",
    "Hosts or CIDRs that addresses given by tenants (webhooks, media and knowledge by address, AI keys, payment gateways) may reach although they are private or plain http; comma list",
    text,
  ),
  dnsResolver: setting(
    "DNS_RESOLVER",
    undefined,
    "Name server that proofs of custom domains are asked of, ip or ip:port; unset: the machine's",
    text,
  ),
  aiAttemptTimeoutMs: setting(
    "AI_ATTEMPT_TIMEOUT_MS",
    "12000",
    "Longest wait for one answer of a model, in milliseconds; then the next key is asked",
    integer(100, 120_000),
  ),
  aiTurnTimeoutMs: setting(
    "AI_TURN_TIMEOUT_MS",
    "25000",
    "Longest wait for an answer from whichever model, tools included, in milliseconds; stays below the 30 seconds of a request",
    integer(100, 29_000),
  ),
  aiRequestDays: setting("AI_REQUEST_DAYS", "90", "Days that the records of requests to models are kept", integer(1, 3650)),
  logLevel: setting("LOG_LEVEL", "info", "debug, info, warn, error or silent", oneOf("debug", "info", "warn", "error", "silent")),
  metricsToken: setting("METRICS_TOKEN", undefined, "Bearer token for GET /metrics; unset: not served there", text, true),
  metricsPort: setting(
    "METRICS_PORT",
    undefined,
    "Port of its own for GET /metrics, on 127.0.0.1 and without a token; 0 picks a free one; unset: none",
    integer(0, 65535),
  ),
  trustProxy: setting("TRUST_PROXY", "", "Proxies whose X-Forwarded-For is believed: comma list of addresses or CIDRs", text),
  rateLimitPerMinute: setting(
    "RATE_LIMIT_PER_MINUTE",
    "6000",
    "Requests per minute of an API key without a limit of its own",
    integer(1, 10_000_000),
  ),
  tenantRateLimitPerMinute: setting(
    "TENANT_RATE_LIMIT_PER_MINUTE",
    "60000",
    "Requests per minute of an organization, over all its keys and people; where one of its keys has a higher limit, that one counts",
    integer(1, 100_000_000),
  ),
  apiKeysPerTenant: setting("API_KEYS_PER_TENANT", "100", "Active API keys of an organization", integer(1, 100_000)),
  eventStreamsPerKey: setting(
    "EVENT_STREAMS_PER_KEY",
    "20",
    "Event streams of an API key, or of a person, that are open at once",
    integer(1, 100_000),
  ),
  eventStreamsPerTenant: setting(
    "EVENT_STREAMS_PER_TENANT",
    "200",
    "Event streams of an organization that are open at once",
    integer(1, 1_000_000),
  ),
  slowRequestMs: setting(
    "SLOW_REQUEST_MS",
    "15000",
    "Longest wait for the headers of a request, and then for its body, in milliseconds; an upload may take longer while bytes come",
    integer(100, 600_000),
  ),
  publicReadsPerMinute: setting(
    "PUBLIC_READS_PER_MINUTE",
    "300",
    "Requests per minute of one client network, and process, for what needs no credential: brands, forms, landing pages, their pictures",
    integer(1, 10_000_000),
  ),
  shutdownTimeoutMs: setting(
    "SHUTDOWN_TIMEOUT_MS",
    "12000",
    "Longest wait for running work at a stop, in milliseconds",
    integer(0, 600_000),
  ),
  eventRetentionDays: setting("EVENT_RETENTION_DAYS", "30", "Days that events and delivery records are kept", integer(1, 3650)),
  flowRunRetentionDays: setting(
    "FLOW_RUN_RETENTION_DAYS",
    "90",
    "Days that runs of flows are kept after their end; organizations may keep theirs for less",
    integer(1, 3650),
  ),
  overloadEventLoopDelayMs: setting(
    "OVERLOAD_EVENT_LOOP_DELAY_MS",
    "500",
    "Event-loop delay in milliseconds past which API requests get 503; 0: never",
    integer(0, 60_000),
  ),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
type Optional =
  | "mediaDir"
  | "s3Bucket"
  | "s3Endpoint"
  | "s3AccessKeyId"
  | "s3SecretAccessKey"
  | "publicUrl"
  | "databaseUrl"
  | "databaseAppUrl"
  | "databaseWorkerUrl"
  | "encryptionKey"
  | "dnsResolver"
  | "smtpUrl"
  | "mailFrom"
  | "chatAppAppSecret"
  | "chatAppVerifyToken"
  | "chatAppAppId"
  | "chatAppConfigurationId"
  | "shortVideoClientKey"
  | "shortVideoClientSecret"
  | "photoSocialAppId"
  | "photoSocialAuthorizeUrl"
  | "photoSocialAppSecret"
  | "photoSocialVerifyToken"
  | "metricsToken"
  | "metricsPort"
  | "demoToken";
export type Config = {
  [K in keyof Settings]: K extends Optional ? ReturnType<Settings[K]["parse"]> | undefined : ReturnType<Settings[K]["parse"]>;
};

/** Reads the settings. Throws ConfigError with one line per setting that is wrong. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const given = env[setting.name];
    const source = given === undefined || given === "" ? setting.default : given;
    try {
      values[key] = source === undefined ? undefined : setting.parse(source);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(`${setting.name} ${error.message}`);
    }
  }
  if (values["databaseUrl"] !== undefined && values["encryptionKey"] === undefined && problems.length === 0) {
    problems.push("ENCRYPTION_KEY is required together with DATABASE_URL (32 random bytes: openssl rand -base64 32)");
  }
  if ((values["s3AccessKeyId"] === undefined) !== (values["s3SecretAccessKey"] === undefined)) {
    problems.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together");
  }
  if ((values["smtpUrl"] === undefined) !== (values["mailFrom"] === undefined)) problems.push("SMTP_URL and MAIL_FROM belong together");
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return values as Config;
}

export interface SettingDescription {
  name: string;
  default: string | null;
  meaning: string;
  secret: boolean;
}

export function describeSettings(): SettingDescription[] {
  return Object.values<Setting<unknown>>(settings).map((s) => ({
    name: s.name,
    default: s.default ?? null,
    meaning: s.meaning,
    secret: s.secret === true,
  }));
}
