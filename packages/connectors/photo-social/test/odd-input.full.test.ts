import { takesOddInput } from "./odd-input.ts";

takesOddInput({ numRuns: 3_000 });
