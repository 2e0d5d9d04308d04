import { takesOddInput } from "./odd-input.ts";

takesOddInput({ numRuns: 200, seed: 1 });
