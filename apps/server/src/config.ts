import { parseRootKeys } from "./platform/crypto/envelope.ts";

/**
 * Every setting of the server: name, type, unit, default, meaning. No other file reads the environment.
 * docs/configuration.md prints `describeSettings()`.
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
  // One address, optionally after a name, and nothing that could start another header.
  if (!/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new ConfigError("must be an address, or Name <address>");
  return value;
};

const rootKeys = (value: string) => {
  try {
    parseRootKeys(value);
  } catch {
    // Its message counts keys from one, and never repeats them; here the setting is named.
    throw new ConfigError("must be 32 bytes as base64 or hex (openssl rand -base64 32); several are separated by commas");
  }
  return value;
};

const currency = (value: string) => {
  if (!/^[A-Z]{3}$/.test(value)) throw new ConfigError("must be three capital letters, such as USD");
  return value;
};

const version = (value: string) => {
  if (!/^\d+\.\d+$/.test(value)) throw new ConfigError("must be a version, such as 25.0");
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
      throw new ConfigError("must be a comma-separated list of http or https addresses");
  }
  return value;
};

function setting<T>(name: string, fallback: string | undefined, meaning: string, parse: (text: string) => T, secret = false): Setting<T> {
  return { name, default: fallback, meaning, parse, secret };
}

const settings = {
  port: setting("PORT", "3000", "Port of the HTTP server; 0 picks a free port", integer(0, 65535)),
  host: setting("HOST", "127.0.0.1", "Address the HTTP server listens on", text),
  publicUrl: setting("PUBLIC_URL", undefined, "Public address of this server; default http://HOST:PORT", address),
  dataDir: setting("DATA_DIR", "./.data", "Folder for the embedded database and generated secrets", text),
  mediaDir: setting("MEDIA_DIR", undefined, "Folder for media, shared by all processes; default DATA_DIR/media", text),
  mediaBytesMax: setting(
    "MEDIA_BYTES_MAX",
    "104857600",
    "Largest file that the server accepts, in bytes; at most 4 GiB",
    integer(1, 4_294_967_296),
  ),
  mediaUnusedDays: setting("MEDIA_UNUSED_DAYS", "30", "Days that an upload is kept when nothing uses it", integer(1, 3650)),
  knowledgeSearchDays: setting(
    "KNOWLEDGE_SEARCH_DAYS",
    "90",
    "Days that knowledge search counts and unanswered questions are kept",
    integer(1, 3650),
  ),
  s3Bucket: setting("S3_BUCKET", undefined, "Bucket for media in an S3-compatible store; unset: media stay in the folder", text),
  s3Endpoint: setting("S3_ENDPOINT", undefined, "Address of the store; unset: Amazon S3", address),
  s3Region: setting("S3_REGION", "us-east-1", "Region of the bucket", text),
  s3AccessKeyId: setting(
    "S3_ACCESS_KEY_ID",
    undefined,
    "Access key of the store; unset: the machine's own credentials (role, profile)",
    text,
  ),
  s3SecretAccessKey: setting("S3_SECRET_ACCESS_KEY", undefined, "Secret of the access key", text, true),
  databaseUrl: setting(
    "DATABASE_URL",
    undefined,
    "Connection URL of PostgreSQL 15 or newer; unset: an embedded one in DATA_DIR",
    text,
    true,
  ),
  databaseAppUrl: setting("DATABASE_APP_URL", undefined, "Connection URL of the application role, when it is managed by hand", text, true),
  databaseWorkerUrl: setting(
    "DATABASE_WORKER_URL",
    undefined,
    "Connection URL of the cross-tenant worker role, when it is managed by hand",
    text,
    true,
  ),
  databaseConnections: setting("DATABASE_CONNECTIONS", "16", "Connections of the application role per process", integer(2, 500)),
  billingCurrency: setting(
    "BILLING_CURRENCY",
    "USD",
    "Currency of balances, prices and payments, ISO 4217; do not change it later",
    currency,
  ),
  role: setting("ROLE", "all", "What this process does: all, api or worker", oneOf("all", "api", "worker")),
  encryptionKey: setting(
    "ENCRYPTION_KEY",
    undefined,
    "Root key of all stored secrets: 32 bytes as base64 or hex; several, newest first, separated by commas. Unset with the embedded database: generated once in DATA_DIR",
    rootKeys,
    true,
  ),
  dashboard: setting(
    "DASHBOARD",
    "true",
    "Serve the dashboard at / and its addresses; it is built at the start if its sources have changed",
    flag,
  ),
  demo: setting("DEMO", "true", "Create a demo tenant with simulated channels at the first start (embedded database only)", flag),
  demoToken: setting(
    "DEMO_TOKEN",
    undefined,
    "Token of the demo pages /phone and /demo/mails; unset: a new one at each start, printed with their addresses",
    text,
    true,
  ),
  chatAppApiUrl: setting("CHAT_APP_API_URL", "https://graph.facebook.com", "Base address of the chat-app platform", address),
  chatAppApiVersion: setting("CHAT_APP_API_VERSION", "25.0", "Version of the chat-app platform's API", version),
  chatAppAppSecret: setting("CHAT_APP_APP_SECRET", undefined, "App secret of the chat-app provider app that all tenants share", text, true),
  chatAppVerifyToken: setting("CHAT_APP_VERIFY_TOKEN", undefined, "Verify token of that app's callback URL", text, true),
  chatAppAppId: setting(
    "CHAT_APP_APP_ID",
    undefined,
    "App id of that provider app; with its secret, people can connect by signing in",
    text,
  ),
  chatAppLoginUrl: setting("CHAT_APP_LOGIN_URL", "https://www.facebook.com", "Address of the chat-app platform's login dialog", address),
  chatAppConfigurationId: setting(
    "CHAT_APP_CONFIGURATION_ID",
    undefined,
    "Login configuration of that provider app (embedded sign-up); unset: the app asks for plain permissions",
    text,
  ),
  connectRedirectAllow: setting(
    "CONNECT_REDIRECT_ALLOW",
    "",
    "Origins, besides PUBLIC_URL, that may be redirected to after connecting a channel; comma-separated",
    origins,
  ),
  shortVideoApiUrl: setting("SHORT_VIDEO_API_URL", "https://business-api.tiktok.com", "Base address of the short-video platform", address),
  shortVideoApiVersion: setting("SHORT_VIDEO_API_VERSION", "1.3", "Version of the short-video platform's API", version),
  shortVideoWindowHours: setting(
    "SHORT_VIDEO_WINDOW_HOURS",
    "48",
    "Hours after a customer's message in which the short-video platform accepts replies",
    integer(1, 8_760),
  ),
  shortVideoMessagesBeforeAnswer: setting(
    "SHORT_VIDEO_MESSAGES_BEFORE_ANSWER",
    "10",
    "Messages that the platform accepts before the customer's first reply",
    integer(1, 1_000),
  ),
  shortVideoMessagesAfterSilence: setting(
    "SHORT_VIDEO_MESSAGES_AFTER_SILENCE",
    "3",
    "Messages that the platform accepts after those hours, until the customer writes again; 0: none",
    integer(0, 1_000),
  ),
  shortVideoSignatureToleranceSeconds: setting(
    "SHORT_VIDEO_SIGNATURE_TOLERANCE_SECONDS",
    "300",
    "Largest difference between the signed time of a callback and the server's time, in seconds",
    integer(1, 86_400),
  ),
  shortVideoMediaDomains: setting(
    "SHORT_VIDEO_MEDIA_DOMAINS",
    "tiktok.com,tiktokcdn.com,tiktokcdn-us.com,tiktokv.com,tiktokv.us,ibyteimg.com,ibytedtos.com",
    "Domains (with their subdomains) that receive the channel's token when a customer's media is fetched from them; comma-separated",
    list,
  ),
  shortVideoClientKey: setting(
    "SHORT_VIDEO_CLIENT_KEY",
    undefined,
    "Client key of the short-video provider app that all tenants share",
    text,
  ),
  shortVideoClientSecret: setting("SHORT_VIDEO_CLIENT_SECRET", undefined, "Client secret of that app; it signs the callbacks", text, true),
  photoSocialApiUrl: setting("PHOTO_SOCIAL_API_URL", "https://graph.instagram.com", "Base address of the photo-social platform", address),
  photoSocialApiVersion: setting("PHOTO_SOCIAL_API_VERSION", "25.0", "Version of the photo-social platform's API", version),
  photoSocialHumanAgentDays: setting(
    "PHOTO_SOCIAL_HUMAN_AGENT_DAYS",
    "7",
    "Days after a customer's message in which a person may still reply under the human-agent tag; 0: the provider app lacks that feature",
    integer(0, 365),
  ),
  photoSocialQuotes: setting(
    "PHOTO_SOCIAL_QUOTES",
    "false",
    "Allow messages to quote others; this works, but the platform does not document it",
    flag,
  ),
  photoSocialPageApiUrl: setting(
    "PHOTO_SOCIAL_PAGE_API_URL",
    "https://graph.facebook.com",
    "Base address of the photo-social platform for accounts connected through a page",
    address,
  ),
  photoSocialLoginApiUrl: setting(
    "PHOTO_SOCIAL_LOGIN_API_URL",
    "https://api.instagram.com",
    "Base address of the photo-social platform where a login code is exchanged for a token",
    address,
  ),
  photoSocialAuthorizeUrl: setting(
    "PHOTO_SOCIAL_AUTHORIZE_URL",
    undefined,
    "Login page of the platform where owners connect an account; unset: the platform's own page for PHOTO_SOCIAL_LOGIN",
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
    "App id of that provider app; with its secret, people can connect by signing in",
    text,
  ),
  photoSocialAppSecret: setting(
    "PHOTO_SOCIAL_APP_SECRET",
    undefined,
    "App secret of the photo-social provider app that all tenants share; several, comma-separated, when any of them may sign",
    text,
    true,
  ),
  photoSocialVerifyToken: setting("PHOTO_SOCIAL_VERIFY_TOKEN", undefined, "Verify token of that app's callback URL", text, true),
  sessionIdleMinutes: setting("SESSION_IDLE_MINUTES", "480", "Minutes after which an idle session ends", integer(5, 43_200)),
  sessionLifeHours: setting("SESSION_LIFE_HOURS", "24", "Hours after which a session ends, even when it is in use", integer(1, 8_760)),
  smtpUrl: setting(
    "SMTP_URL",
    undefined,
    "Mail server for invitations and password resets: smtp://user:password@host:587, smtps:// for TLS from the start; unset: no mail is sent",
    smtpAddress,
    true,
  ),
  mailFrom: setting("MAIL_FROM", undefined, "Sender of these mails, such as Parley <parley@example.com>; required with SMTP_URL", sender),
  outboundAllow: setting(
    "OUTBOUND_ALLOW",
    "",
    "Private or plain-http hosts or CIDRs that URLs from tenants (webhooks, web push, media and knowledge by URL, AI keys, payment gateways) may reach; comma-separated",
    text,
  ),
  dnsResolver: setting("DNS_RESOLVER", undefined, "Name server for checking custom domains, ip or ip:port; unset: the machine's own", text),
  aiAttemptTimeoutMs: setting(
    "AI_ATTEMPT_TIMEOUT_MS",
    "12000",
    "Longest wait for one model's answer, in milliseconds; then the next key is tried",
    integer(100, 120_000),
  ),
  aiTurnTimeoutMs: setting(
    "AI_TURN_TIMEOUT_MS",
    "25000",
    "Longest wait for an answer over all models, tools included, in milliseconds; must stay below the 30 seconds of a request",
    integer(100, 29_000),
  ),
  aiRequestDays: setting("AI_REQUEST_DAYS", "90", "Days that records of model requests are kept", integer(1, 3650)),
  logLevel: setting("LOG_LEVEL", "info", "debug, info, warn, error or silent", oneOf("debug", "info", "warn", "error", "silent")),
  metricsToken: setting(
    "METRICS_TOKEN",
    undefined,
    "Bearer token for GET /metrics; unset: /metrics is not served on the main port",
    text,
    true,
  ),
  metricsPort: setting(
    "METRICS_PORT",
    undefined,
    "Separate port for GET /metrics, on 127.0.0.1 and without a token; 0 picks a free port; unset: none",
    integer(0, 65535),
  ),
  trustProxy: setting("TRUST_PROXY", "", "Proxies whose X-Forwarded-For is trusted; comma-separated addresses or CIDRs", text),
  rateLimitPerMinute: setting(
    "RATE_LIMIT_PER_MINUTE",
    "6000",
    "Requests per minute for an API key without its own limit",
    integer(1, 10_000_000),
  ),
  tenantRateLimitPerMinute: setting(
    "TENANT_RATE_LIMIT_PER_MINUTE",
    "60000",
    "Requests per minute for an organization, over all its keys and people; a key's higher limit overrides it",
    integer(1, 100_000_000),
  ),
  apiKeysPerTenant: setting("API_KEYS_PER_TENANT", "100", "Most active API keys of an organization", integer(1, 100_000)),
  eventStreamsPerKey: setting("EVENT_STREAMS_PER_KEY", "20", "Most open event streams of an API key or a person", integer(1, 100_000)),
  eventStreamsPerTenant: setting("EVENT_STREAMS_PER_TENANT", "200", "Most open event streams of an organization", integer(1, 1_000_000)),
  slowRequestMs: setting(
    "SLOW_REQUEST_MS",
    "15000",
    "Longest wait for the headers of a request, and then for its body, in milliseconds; an upload may take longer while bytes arrive",
    integer(100, 600_000),
  ),
  publicReadsPerMinute: setting(
    "PUBLIC_READS_PER_MINUTE",
    "300",
    "Requests per minute from one client network, per process, to public routes: brands, forms, landing pages and their pictures",
    integer(1, 10_000_000),
  ),
  shutdownTimeoutMs: setting(
    "SHUTDOWN_TIMEOUT_MS",
    "12000",
    "Longest wait for running work at shutdown, in milliseconds",
    integer(0, 600_000),
  ),
  eventRetentionDays: setting("EVENT_RETENTION_DAYS", "30", "Days that events and delivery records are kept", integer(1, 3650)),
  flowRunRetentionDays: setting(
    "FLOW_RUN_RETENTION_DAYS",
    "90",
    "Days that flow runs are kept after they end; organizations may choose fewer",
    integer(1, 3650),
  ),
  overloadEventLoopDelayMs: setting(
    "OVERLOAD_EVENT_LOOP_DELAY_MS",
    "500",
    "Event-loop delay, in milliseconds, above which API requests get 503; 0: never",
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

/**
 * Reads the settings. Throws ConfigError with one line per invalid setting. An empty value counts as unset. `opensSecrets`: false for what
 * never opens or seals one, so that a database of one's own needs no key.
 */
export function readConfig(env: Record<string, string | undefined>, opensSecrets = true): Config {
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
  if (opensSecrets && values["databaseUrl"] !== undefined && values["encryptionKey"] === undefined && problems.length === 0) {
    problems.push("DATABASE_URL requires ENCRYPTION_KEY (32 random bytes: openssl rand -base64 32)");
  }
  if ((values["s3AccessKeyId"] === undefined) !== (values["s3SecretAccessKey"] === undefined)) {
    problems.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together");
  }
  if ((values["smtpUrl"] === undefined) !== (values["mailFrom"] === undefined))
    problems.push("SMTP_URL and MAIL_FROM must be set together");
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
