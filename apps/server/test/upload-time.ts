/** How long the server waits for a file, for the dashboard's test of its own waiting. */
export { uploadMsMax } from "#platform/http/server.ts";
