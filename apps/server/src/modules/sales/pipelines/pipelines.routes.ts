import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  Board,
  BoardQuery,
  CreatePipeline,
  CreateStage,
  DeleteStageQuery,
  ListPipelinesQuery,
  Pipeline,
  PipelineList,
  Stage,
  StageParams,
  UpdatePipeline,
  UpdateStage,
} from "./pipelines.schema.ts";
import type { PipelinesService } from "./pipelines.service.ts";
import type { StagesService } from "./stages.service.ts";

const tag = "Pipelines";

/** For a filter id that cannot exist: it matches nothing, exactly like another tenant's. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function pipelineRoutes(pipelines: PipelinesService, stages: StagesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await pipelines.find(ctx.tx, params.id);
  };
  const stageExists = async (ctx: TxContext, params: { id: string; stageId: string }) => {
    await stages.find(ctx.tx, params.id, params.stageId);
  };
  return [
    readRoute({
      method: "GET",
      path: "/pipelines",
      operationId: "listPipelines",
      tag,
      summary: "List pipelines with their stages",
      description: "Sorted by position.",
      scope: "pipeline:read",
      query: ListPipelinesQuery,
      response: PipelineList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "pipelines" };
        const rows = await pipelines.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [String(row.position), row.id],
          (row) => row,
        );
        return { data: await pipelines.renderPage(ctx.tx, page.data), pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/pipelines",
      operationId: "createPipeline",
      tag,
      summary: "Create a pipeline",
      description: "At most 50 per tenant. The first one is the default.",
      scope: "pipeline:write",
      body: CreatePipeline,
      response: Pipeline,
      errors: ["conflict"],
      rules: "At least one stage must be open; the win probability of a won stage is 100, of a lost stage 0.",
      example: {
        body: {
          name: "Partners",
          stages: [
            { name: "Lead", winProbability: 10 },
            { name: "Contract", winProbability: 80, color: "#8b5cf6" },
            { name: "Signed", kind: "won" },
            { name: "Gone", kind: "lost" },
          ],
        },
      },
      handle: (ctx, { body }) => pipelines.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/pipelines/:id",
      operationId: "getPipeline",
      tag,
      summary: "Get a pipeline with its stages",
      scope: "pipeline:read",
      params: IdParams,
      response: Pipeline,
      handle: (ctx, { params }) => pipelines.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/pipelines/:id",
      operationId: "updatePipeline",
      tag,
      summary: "Update a pipeline or reorder its stages",
      scope: "pipeline:write",
      params: IdParams,
      body: UpdatePipeline,
      response: Pipeline,
      rules: "stageIds must name every stage of the pipeline; the default pipeline cannot be unset, only replaced.",
      exists,
      example: { body: { name: "Wholesale", isDefault: true } },
      handle: (ctx, { params, body }) => pipelines.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/pipelines/:id",
      operationId: "deletePipeline",
      tag,
      summary: "Delete a pipeline without deals",
      description: "Also deletes its stages. 409 for the default pipeline, and while one of its stages has deals or contacts.",
      scope: "pipeline:write",
      params: IdParams,
      response: Deleted,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => pipelines.delete(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/pipelines/:id/board",
      operationId: "getPipelineBoard",
      tag,
      summary: "Get a pipeline's totals by stage and currency",
      description:
        "Returns the number of deals in each stage, their value, and the forecast weighted by win probability. Currencies are not converted. For the deals of a column use GET /deals with stageId and sort=position.",
      scope: "pipeline:read",
      params: IdParams,
      query: BoardQuery,
      response: Board,
      handle: (ctx, { params, query }) =>
        pipelines.board(ctx.tx, params.id, {
          ownerId:
            query.ownerId === undefined
              ? undefined
              : query.ownerId === "none"
                ? null
                : (parseWireId("agt", query.ownerId) ?? parseWireId("usr", query.ownerId) ?? nilId),
          closedSince: query.closedSince === undefined ? null : new Date(query.closedSince),
        }),
    }),
    writeRoute({
      method: "POST",
      path: "/pipelines/:id/stages",
      operationId: "createStage",
      tag,
      summary: "Add a stage to a pipeline",
      scope: "pipeline:write",
      params: IdParams,
      body: CreateStage,
      response: Stage,
      errors: ["conflict"],
      rules: "The win probability of a won stage is 100, of a lost stage 0.",
      exists,
      example: { body: { name: "Demo", winProbability: 40, color: "#0ea5e9" } },
      handle: (ctx, { params, body }) => stages.create(ctx, params.id, body),
    }),
    writeRoute({
      method: "PATCH",
      path: "/pipelines/:id/stages/:stageId",
      operationId: "updateStage",
      tag,
      summary: "Update a stage",
      description: "409 when the kind changes while the stage has deals or contacts, or when the pipeline would have no open stage.",
      scope: "pipeline:write",
      params: StageParams,
      body: UpdateStage,
      response: Stage,
      errors: ["conflict"],
      rules: "The win probability of a won stage is 100, of a lost stage 0.",
      exists: stageExists,
      example: { body: { name: "Demo held", winProbability: 45 } },
      handle: (ctx, { params, body }) => stages.update(ctx, params.id, params.stageId, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/pipelines/:id/stages/:stageId",
      operationId: "deleteStage",
      tag,
      summary: "Delete a stage",
      description:
        "A stage with deals or contacts needs moveTo, another stage of the same pipeline; otherwise 409. The last open stage cannot be deleted (409). At most 10,000 deals are moved at once.",
      scope: "pipeline:write",
      params: StageParams,
      query: DeleteStageQuery,
      response: Deleted,
      errors: ["conflict"],
      rules: "moveTo must name another stage of the same pipeline; only a lost stage can move to a lost stage.",
      exists: stageExists,
      handle: (ctx, { params, query }) => stages.delete(ctx, params.id, params.stageId, query.moveTo),
    }),
  ];
}
