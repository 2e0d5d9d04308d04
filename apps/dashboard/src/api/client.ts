/** The one client of the API: the session of the browser's cookie, nothing else. */
import { Client } from "@parley/sdk";

export const api = new Client({ baseUrl: location.origin, maxRetries: 2, timeoutMs: 30_000 });
