export { createSampleData, type SampleDataDeps, type SampleResult } from "./sample-data.ts";
export { sampleDataRoutes } from "./sample-data.routes.ts";
