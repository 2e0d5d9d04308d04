import { createMediaQueue } from "./media.queue.ts";
import { createFetching, type FetchingDeps } from "./fetching/fetching.ts";
import { planDownloads } from "./inbound.ts";
import { mediaEvents } from "./media.events.ts";
import { createMediaMaintenance, type MediaMaintenanceDeps } from "./media.maintenance.ts";
import { mediaRoutes, registerPublicMedia } from "./media.routes.ts";
import { createMediaService, type MediaServiceDeps } from "./media.service.ts";
import { createPublicLinks } from "./public-link.ts";

export { announceMedia, type PendingMedia } from "./inbound.ts";
export { releaseMedia, type RetainedMedia, retainMedia, discardMedia } from "./retaining.queries.ts";
export { type MediaKind, mediaKinds, typeAs } from "./media-type.ts";
export { type PublicFile, publicPictures, publishMedia, unpublishMedia } from "./public-files.ts";
export { storageKey } from "./contents.ts";
export { createRecordedCalls, type RecordedCalls } from "./recorded-calls.ts";
export { removeMediaOfMessage } from "./media.queries.ts";
export { renderForMessage } from "./media.render.ts";
export { MessageMedia } from "./media.schema.ts";
export type { MediaService, SendableMedia } from "./media.service.ts";

/** Files that customers send and receive: the resource, the downloads from platforms, and the removal. */
export function createMediaModule(deps: Omit<MediaServiceDeps, "links"> & FetchingDeps & MediaMaintenanceDeps & { linkKey: Buffer }) {
  const service = createMediaService({ ...deps, links: createPublicLinks(deps.linkKey) });
  const fetching = createFetching(deps);
  const maintenance = createMediaMaintenance(deps);
  return {
    service,
    inbound: planDownloads,
    routes: mediaRoutes(service),
    events: mediaEvents,
    maintenance,
    loops: fetching.loops,
    jobs: maintenance.jobs,
    queues: [createMediaQueue(deps.database)],
    idle: fetching.idle,
    registerPublic: (app: Parameters<typeof registerPublicMedia>[0]) => registerPublicMedia(app, service),
  };
}
