import { survivesOddInput } from "./odd-input.ts";

survivesOddInput({ numRuns: 200, seed: 1 });
