import { survivesOddInput } from "./odd-input.ts";

survivesOddInput({ numRuns: 3_000 });
