import reference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";

/** GET /openapi.json and the reference page at /docs, served from this process alone: no address outside is asked. */
export async function registerDocs(app: FastifyInstance, document: object): Promise<void> {
  const json = JSON.stringify(document);
  app.get("/openapi.json", async (_request, reply) => reply.type("application/json; charset=utf-8").send(json));
  await app.register(
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
}
