import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Branding, ownBranding } from "#modules/organizations/branding/index.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { chooseEncoding, prefersHtml } from "#platform/http/reading/accept.ts";
import { matchesTag } from "#platform/http/reading/content.ts";
import { dashboardSegments } from "./addresses.ts";
import { iconPath, iconsOf, manifestFor, monogram, pageFor } from "./brand.ts";
import { type DashboardFile, type DashboardFiles, manifestPath, packings, tagOf } from "./files.ts";
import { dashboardHeaders } from "./policy.ts";
import { notBuiltPage } from "./not-built.ts";

/** Names of built files contain a hash of their contents, so an address never changes what it returns. */
const immutable = "public, max-age=31536000, immutable";
const revalidate = "no-cache";
/** Pages and manifests of hosts, made on first request. */
const cachedMax = 500;

export interface ServeOptions {
  /** "missing": the build failed. */
  dashboard: DashboardFiles | "missing";
  brandOf(request: FastifyRequest): Promise<Branding>;
  /** Pages of this host may be framed in it: the demo's phone. */
  allowFrames: boolean;
}

export interface ServedDashboard {
  /** Responds with the page that a browser gets at `/` and at the dashboard's addresses. */
  sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * The dashboard's files, and its page at all its addresses. Everything is answered from memory. `/` itself is the
 * caller's, because it is
 * JSON as well (docs/subsystems/dashboard-serving.md).
 */
export function serveDashboard(app: FastifyInstance, options: ServeOptions): ServedDashboard {
  const { dashboard, brandOf } = options;
  const headers = dashboardHeaders(options);

  const send = (request: FastifyRequest, reply: FastifyReply, file: DashboardFile, cacheControl: string) => {
    const packing = chooseEncoding(
      request.headers["accept-encoding"],
      packings.filter((one) => file.packed[one] !== undefined),
    );
    const etag = `"${file.tag}${packing === null ? "" : `-${packing}`}"`;
    reply.headers({ ...headers, etag, "cache-control": cacheControl });
    if (Object.keys(file.packed).length > 0) addVary(reply, "Accept-Encoding");
    if (matchesTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    if (packing !== null) reply.header("content-encoding", packing);
    return reply.type(file.type).send(packing === null ? file.bytes : file.packed[packing]);
  };

  /** One text per brand, cached while the same brands are requested. */
  function cachedByBrand(type: string, make: (branding: Branding) => string) {
    const made = new Map<string, DashboardFile>();
    return (branding: Branding): DashboardFile => {
      const key = JSON.stringify([branding.name, branding.faviconUrl, branding.colors, branding === ownBranding]);
      const known = made.get(key);
      if (known !== undefined) return known;
      const bytes = Buffer.from(make(branding));
      const file = { type, bytes, packed: {}, tag: tagOf(bytes) };
      if (made.size >= cachedMax) made.clear();
      made.set(key, file);
      return file;
    };
  }

  if (dashboard === "missing") {
    const sendPage: ServedDashboard["sendPage"] = async (request, reply) => notBuiltPage(await brandOf(request), reply);
    serveAddresses(app, sendPage, false);
    return { sendPage };
  }

  const { files, page, manifest } = dashboard;
  const pageOf = cachedByBrand("text/html; charset=utf-8", (branding) => pageFor(page, branding));
  const sendPage: ServedDashboard["sendPage"] = async (request, reply) => send(request, reply, pageOf(await brandOf(request)), revalidate);

  const icons = iconsOf(manifest);
  const monogramOf = cachedByBrand("image/svg+xml", monogram);
  /** The product's icons, only on the product's own hosts. */
  const sendIcon = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const branding = await brandOf(request);
    const file = branding === ownBranding ? files.get(path) : path === iconPath ? monogramOf(branding) : undefined;
    if (file === undefined) throw unknownPath();
    return send(request, reply, file, revalidate);
  };

  for (const [path, file] of files) {
    if (path.startsWith("/assets/") || icons.has(path)) continue;
    app.get(path, async (request, reply) => send(request, reply, file, revalidate));
  }
  for (const path of icons) app.get(path, (request, reply) => sendIcon(path, request, reply));
  app.get<{ Params: { "*": string } }>("/assets/*", async (request, reply) => {
    const file = files.get(`/assets/${request.params["*"]}`);
    if (file === undefined) throw unknownPath();
    return send(request, reply, file, immutable);
  });
  const manifestOf = cachedByBrand("application/manifest+json; charset=utf-8", (branding) => manifestFor(manifest, branding));
  app.get(manifestPath, async (request, reply) => send(request, reply, manifestOf(await brandOf(request)), revalidate));
  // By this name whatever is accepted: a service worker that keeps the page asks as a program does.
  app.get("/index.html", sendPage);
  serveAddresses(app, sendPage, true);
  return { sendPage };
}

/** The page at every address of the dashboard, to whoever navigates there. */
function serveAddresses(app: FastifyInstance, sendPage: ServedDashboard["sendPage"], withAccounts: boolean): void {
  for (const segment of dashboardSegments) {
    if (!withAccounts && accountSegments.has(segment)) continue;
    for (const url of [`/${segment}`, `/${segment}/*`])
      app.get(url, async (request, reply) => {
        addVary(reply, "Accept");
        if (!prefersHtml(request.headers.accept)) throw unknownPath();
        return sendPage(request, reply);
      });
  }
}

/** Served by modules/people/account-pages where there is no dashboard. */
const accountSegments: ReadonlySet<string> = new Set(["sign-in", "forgot-password"]);

const unknownPath = () => new AppError("not_found", { message: "This path does not exist." });

export function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader("vary");
  reply.header("vary", present === undefined ? name : `${present}, ${name}`);
}
