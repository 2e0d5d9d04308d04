import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { promisify } from "node:util";
import Fastify, { type FastifyInstance } from "fastify";

const [compress, decompress] = [promisify(brotliCompress), promisify(brotliDecompress)];
/** The document shrinks to a thirtieth at the quickest level, and is made once. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * GET /openapi.json and the reference page at /docs, served from this process alone: no address outside is asked. Neither is made before somebody asks:
 * the page's program is 20 MB in memory, and the document as text 5.
 */
export async function registerDocs(app: FastifyInstance, document: () => object): Promise<void> {
  let packed: Promise<Buffer> | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    packed ??= compress(JSON.stringify(document()), quickly);
    return reply.type("application/json; charset=utf-8").send((await decompress(await packed)).toString("utf8"));
  });

  let page: Promise<FastifyInstance> | undefined;
  const show = async (url: string) => {
    page ??= openPage();
    return (await page).inject({ method: "GET", url });
  };
  for (const path of ["/docs", "/docs/*"]) {
    app.get(path, async (request, reply) => {
      const shown = await show(request.url);
      for (const [name, value] of Object.entries(shown.headers))
        if (value !== undefined && !["content-length", "connection", "date", "transfer-encoding"].includes(name)) reply.header(name, value);
      return reply.code(shown.statusCode).send(shown.rawPayload);
    });
  }
}

async function openPage(): Promise<FastifyInstance> {
  const { default: reference } = await import("@scalar/fastify-api-reference");
  const page = Fastify();
  await page.register(
    reference as never,
    {
      routePrefix: "/docs",
      configuration: {
        url: "/openapi.json",
        title: "Parley API reference",
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: "never",
        showToolbar: "never",
        defaultOpenAllTags: true,
        metaData: { title: "Parley API reference" },
      },
    } as never,
  );
  await page.ready();
  return page as unknown as FastifyInstance;
}
