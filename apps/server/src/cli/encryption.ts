import { withApp } from "./open.ts";
import type { Verb } from "./usage.ts";

export const encryptionVerbs: Verb[] = [
  {
    noun: "encryption",
    verb: "rewrap",
    usage: "encryption rewrap",
    summary: "Put all secrets under the first key of ENCRYPTION_KEY, so that the others can be dropped",
    options: {},
    required: [],
    positionals: [],
    run: (_input, cli) =>
      withApp(cli, async (app) => {
        const { tenantKeys, secondFactors } = await app.rewrapSecrets();
        return {
          json: { tenantKeys, secondFactors },
          lines: [
            `${tenantKeys} tenants' keys and ${secondFactors} second factors are put under the current root key`,
            "No other root key is needed any more, except by backups from before.",
          ],
        };
      }),
  },
];
