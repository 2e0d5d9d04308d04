import { withApp } from "./open.ts";
import { idOf, naming } from "./tenant.ts";
import { UsageError, type Verb } from "./usage.ts";

export const channelVerbs: Verb[] = [
  {
    noun: "channel",
    verb: "create",
    usage: "channel create --tenant ID --kind chat_app|photo_social|short_video --name N --external-id X --config JSON",
    summary: "Connect a channel without asking the platform; you confirm that the account belongs to the tenant",
    options: {
      tenant: { type: "string" },
      kind: { type: "string" },
      name: { type: "string" },
      "external-id": { type: "string" },
      config: { type: "string" },
    },
    required: ["tenant", "kind", "name", "external-id", "config"],
    positionals: [],
    async run(input, cli) {
      const tenantId = idOf("org", input.text("tenant"), "--tenant");
      const config = readObject(input.text("config"));
      return withApp(cli, async (app) => {
        const made = await naming(
          `tenant ${input.text("tenant")}`,
          app.asOperator(tenantId, (ctx) =>
            app.channels.create(
              ctx,
              { kind: input.text("kind"), name: input.text("name"), externalId: input.text("external-id"), config },
              "operator",
            ),
          ),
        );
        return {
          json: { id: made.id, callbackPath: made.callbackPath },
          lines: [`Channel ${made.id} is ${made.status}`, `Callback path ${made.callbackPath}`],
        };
      });
    },
  },
];

function readObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which holds secrets.
    throw new UsageError(
      `--config takes a JSON object, and this is not valid JSON. Put it in single quotes for the shell: --config '{"accessToken":"…"}'`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UsageError("--config takes a JSON object.");
  return value as Record<string, unknown>;
}
