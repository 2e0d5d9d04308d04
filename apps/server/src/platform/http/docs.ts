import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { promisify } from "node:util";
import { toYaml } from "./openapi/yaml.ts";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";

const [compress, decompress] = [promisify(brotliCompress), promisify(brotliDecompress)];
/** The fastest level already reduces the document to a thirtieth, and it is compressed once per name and format. */
const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const cachedMax = 32;

const formats = {
  json: { type: "application/json; charset=utf-8", write: (document: object) => JSON.stringify(document) },
  yaml: { type: "application/yaml; charset=utf-8", write: toYaml },
};

/**
 * GET /openapi.json, the same as /openapi.yaml, and the reference page at /docs, all served by this process without any
 * external request. Both are created on the first request: the page's script takes 20 MB of memory, and the document as
 * text 3.
 */
export async function registerDocs(
  app: FastifyInstance,
  documents: {
    /** The service's name at the requested host. */
    nameAt(request: FastifyRequest): Promise<string>;
    documentNamed(name: string): object;
  },
): Promise<void> {
  const packed = new Map<string, Promise<Buffer>>();
  const packedAs = (format: keyof typeof formats, name: string) => {
    const key = `${format} ${name}`;
    const known = packed.get(key);
    if (known !== undefined) return known;
    const made = compress(formats[format].write(documents.documentNamed(name)), fastCompression);
    if (packed.size >= cachedMax) packed.clear();
    packed.set(key, made);
    return made;
  };
  for (const format of ["json", "yaml"] as const)
    app.get(`/openapi.${format}`, { config: { publicRead: true } }, async (request, reply) => {
      const document = await decompress(await packedAs(format, await documents.nameAt(request)));
      return reply.type(formats[format].type).send(document.toString("utf8"));
    });

  let page: Promise<FastifyInstance> | undefined;
  const render = async (url: string) => {
    page ??= openPage();
    return (await page).inject({ method: "GET", url });
  };
  for (const path of ["/docs", "/docs/*"]) {
    app.get(path, async (request, reply) => {
      const shown = await render(request.url);
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
        // One page for all hosts; the document itself has the brand's name.
        title: "API reference",
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: "never",
        showToolbar: "never",
        defaultOpenAllTags: true,
        metaData: { title: "API reference" },
      },
    } as never,
  );
  await page.ready();
  return page as unknown as FastifyInstance;
}
