import reference from "@scalar/fastify-api-reference";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** GET /openapi.json and the reference page at /docs, served from this process alone: no address outside is asked. */
export async function registerDocs(
  app: FastifyInstance,
  /** As the host that is asked calls the service. */
  documentFor: (request: FastifyRequest) => Promise<string>,
): Promise<void> {
  app.get("/openapi.json", { config: { publicRead: true } }, async (request, reply) =>
    reply.type("application/json; charset=utf-8").send(await documentFor(request)),
  );
  await app.register(
    reference as never,
    {
      routePrefix: "/docs",
      configuration: {
        url: "/openapi.json",
        // One page for all hosts: whose it is says the document.
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
}
