export { createSampleData, type SampleDataDeps, type SampleResult } from "./sample-data.ts";
