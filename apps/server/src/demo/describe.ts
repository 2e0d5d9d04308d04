import type { DemoState } from "./demo-state.ts";

const dashboardLines = {
  served: (url: string) => [`  Dashboard  ${url}/sign-in  (open it in a browser and sign in with the login below)`],
  missing: () => ["  Dashboard  (not built: npm run build:dashboard, then start again)"],
  off: () => [],
};

/** The message that the demo prints when it is ready. */
export function describeDemo(input: {
  url: string;
  tenant: NonNullable<DemoState["tenant"]>;
  /** The simulated number in the commands below. */
  example: { simulatorUrl: string; phoneNumberId: string; channelId: string } | null;
  /** Paths of the demo's pages with their token; null: not served. */
  pages: { phone: string | null; mails: string | null };
  /** The dashboard at `/`; "missing": it could not be built, and the log says why. */
  dashboard: "served" | "missing" | "off";
  /** Whether the password is still the generated one. */
  loginWorks: boolean;
  proof: number | null;
  readyMs: number;
}): string {
  const { url, tenant, example, pages, proof } = input;
  const password = input.loginWorks ? tenant.password : "(the password was changed)";
  const lines = [
    "",
    `Parley is ready in ${(input.readyMs / 1000).toFixed(1)} s`,
    ...(proof === null ? [] : [`Proof: 1 message in, answered, delivered and read in ${Math.round(proof)} ms`]),
    "",
    `  URL        ${url}`,
    ...dashboardLines[input.dashboard](url),
    `  Login      ${tenant.email} / ${password}`,
    ...(pages.phone !== null ? [`  Phone      ${url}${pages.phone}  (be the customer: write, react, let time pass, cause failures)`] : []),
    ...(pages.mails !== null ? [`  Mails      ${url}${pages.mails}  (invitations and password resets; a demo sends no e-mail)`] : []),
    `  Reference  ${url}/docs`,
    `  Samples    npx parley sample create --tenant ${tenant.id}  (fills the demo with a shop: 2,000 customers, 60 days of history)`,
    `  API key    ${tenant.key}`,
    ...Object.entries(tenant.channels).map(([kind, id], at) => `  ${at === 0 ? "Channel " : "        "}   ${id}  (${kind})`),
    "",
    ...(input.loginWorks
      ? [
          "Sign in without a browser (the session is in a cookie):",
          `  curl -s -c cookies.txt -H 'content-type: application/json' ${url}/api/v1/auth/sign-in -d '{"email":"${tenant.email}","password":"${tenant.password}"}'`,
          `  curl -s -b cookies.txt ${url}/api/v1/me`,
        ]
      : []),
    "Read the inbox:",
    `  curl -s -H "Authorization: Bearer ${tenant.key}" ${url}/api/v1/conversations`,
    ...(example === null
      ? ["", "CHAT_APP_API_URL is set, so there is no simulated number. Connect one: npx parley channel create --help"]
      : [
          "Write as the customer:",
          `  curl -s ${example.simulatorUrl}/_simulator/customers/447700900123/messages -d '{"phoneNumberId":"${example.phoneNumberId}","name":"Amina Yusuf","text":"Thank you!"}'`,
          "Reply:",
          `  curl -s -H "Authorization: Bearer ${tenant.key}" -H 'content-type: application/json' ${url}/api/v1/messages \\`,
          `    -d '{"channelId":"${example.channelId}","to":"447700900123","type":"text","text":"You are welcome!"}'`,
          "Watch the events:",
          `  curl -N -H "Authorization: Bearer ${tenant.key}" ${url}/api/v1/events/stream`,
        ]),
    "",
    "",
  ];
  return lines.join("\n");
}
