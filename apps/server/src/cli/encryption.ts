import { withApp } from "./open.ts";
import type { Verb } from "./usage.ts";

export const encryptionVerbs: Verb[] = [
  {
    noun: "encryption",
    verb: "rewrap",
    usage: "encryption rewrap",
    summary: "Re-wrap all secrets with the first key of ENCRYPTION_KEY, so that the others can be removed",
    options: {},
    required: [],
    positionals: [],
    run: (_input, cli) =>
      withApp(cli, async (app) => {
        const { tenantKeys, secondFactors } = await app.rewrapSecrets();
        return {
          json: { tenantKeys, secondFactors },
          lines: [
            `${tenantKeys} tenants' keys and ${secondFactors} second factors are wrapped with the current root key`,
            "Older root keys are no longer needed, except for older backups.",
          ],
        };
      }),
  },
];
