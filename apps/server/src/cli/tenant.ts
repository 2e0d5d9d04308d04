import { tenantKinds } from "#modules/organizations/tenants/index.ts";
import { memberRoles } from "#platform/auth/roles.ts";
import { allScopes } from "#platform/auth/scopes.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { parseWireId, type WirePrefix, wireId } from "#platform/ids/ids.ts";
import { withApp } from "./open.ts";
import { passwordOptions, readPassword } from "./password.ts";
import { limitOf, UsageError, type Verb } from "./usage.ts";

/** The uuid in an id given on the command line. */
export function idOf(prefix: WirePrefix, text: string, flag: string): string {
  const id = parseWireId(prefix, text);
  if (id === null) throw new UsageError(`${flag} takes an id like ${prefix}_…; got ${JSON.stringify(text)}.`);
  return id;
}

function oneOf<T extends string>(values: readonly T[], text: string, flag: string): T {
  const found = values.find((word) => word === text);
  if (found === undefined) throw new UsageError(`${flag} takes one of ${values.join(", ")}; got ${JSON.stringify(text)}.`);
  return found;
}

/** Names the unknown tenant: the services only say "not found". */
export async function naming<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      throw new AppError("not_found", { message: `The ${what} does not exist.`, cause: error });
    throw error;
  }
}

export const tenantVerbs: Verb[] = [
  {
    noun: "tenant",
    verb: "create",
    usage: "tenant create --name N [--kind business|agency|platform]",
    summary: "Create a tenant",
    options: { name: { type: "string" }, kind: { type: "string" } },
    required: ["name"],
    positionals: [],
    run: (input, cli) =>
      withApp(cli, async (app) => {
        const kind = oneOf(tenantKinds, input.maybe("kind") ?? "business", "--kind");
        const { id } = await app.tenants.createTenant({ name: input.text("name"), kind });
        const wire = wireId("org", id);
        return { json: { id: wire }, lines: [`Tenant ${wire}`] };
      }),
  },
  {
    noun: "tenant",
    verb: "list",
    usage: "tenant list [--name PART] [--limit N]",
    summary: "List tenants with their ids, newest first",
    options: { name: { type: "string" }, limit: { type: "string" } },
    required: [],
    positionals: [],
    async run(input, cli) {
      const limit = limitOf(input);
      return withApp(cli, async (app) => {
        const rows = await app.tenants.listTenants(input.maybe("name") ?? null, limit + 1);
        const tenants = rows.slice(0, limit).map((row) => ({
          id: wireId("org", row.tenant_id),
          name: row.name,
          kind: row.kind,
          createdAt: row.created_at.toISOString(),
          suspended: row.suspended,
        }));
        const more = rows.length > limit;
        return {
          json: { tenants, more },
          lines: [
            ...tenants.map((one) => `${one.id}  ${one.kind.padEnd(8)}  ${one.name}${one.suspended ? "  (suspended)" : ""}`),
            ...(tenants.length === 0 ? ["There is no such tenant."] : more ? ["There are more: give --name or a higher --limit."] : []),
          ],
        };
      });
    },
  },
  {
    noun: "key",
    verb: "create",
    usage: "key create --tenant ID --name N --scopes a,b | --all-scopes [--rate-limit PER_MINUTE]",
    summary: "Create an API key; it is shown only once",
    options: {
      tenant: { type: "string" },
      name: { type: "string" },
      scopes: { type: "string" },
      "all-scopes": { type: "boolean" },
      "rate-limit": { type: "string" },
    },
    required: ["tenant", "name"],
    positionals: [],
    async run(input, cli) {
      const tenantId = idOf("org", input.text("tenant"), "--tenant");
      const all = input.flag("all-scopes");
      const chosen = input.maybe("scopes");
      if (all === (chosen !== undefined)) throw new UsageError("Give either --scopes a,b or --all-scopes.");
      const scopes = all
        ? [...allScopes]
        : (chosen ?? "")
            .split(",")
            .map((s) => s.trim())
            .filter(Boolean);
      const limit = input.maybe("rate-limit");
      if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
        throw new UsageError("--rate-limit takes a whole number of requests per minute, at least 1.");
      return withApp(cli, async (app) => {
        const made = await naming(
          `tenant ${input.text("tenant")}`,
          app.apiKeys.createKey({
            tenantId,
            name: input.text("name"),
            scopes,
            ...(limit === undefined ? {} : { rateLimitPerMinute: Number(limit) }),
          }),
        );
        const id = wireId("key", made.id);
        return { json: { id, key: made.key }, lines: [`Key ${id}`, made.key, "It is not shown again."] };
      });
    },
  },
  {
    noun: "key",
    verb: "revoke",
    usage: "key revoke ID",
    summary: "Revoke an API key, at once on every process",
    options: {},
    required: [],
    positionals: ["ID"],
    async run(input, cli) {
      const wire = input.positional(0);
      const id = idOf("key", wire, "ID");
      return withApp(cli, async (app) => {
        await naming(`key ${wire}`, app.apiKeys.revokeKey(id));
        return { json: { id: wire, revoked: true }, lines: [`Key ${wire} is revoked`] };
      });
    },
  },
  {
    noun: "user",
    verb: "create",
    usage: `user create --email E --tenant ID --role ${memberRoles.join("|")} [--name N] [--platform-admin] [--password-stdin | --password P]`,
    summary: "Create a user, or add an existing user to another tenant",
    details:
      "In a terminal it asks for the password. In a script use --password-stdin, which reads it from standard input:\n" +
      "--password shows it to other users of the machine, and the shell keeps it in its history.",
    options: {
      email: { type: "string" },
      ...passwordOptions,
      tenant: { type: "string" },
      role: { type: "string" },
      name: { type: "string" },
      "platform-admin": { type: "boolean" },
    },
    required: ["email", "tenant", "role"],
    positionals: [],
    async run(input, cli) {
      const tenantId = idOf("org", input.text("tenant"), "--tenant");
      const role = oneOf(memberRoles, input.text("role"), "--role");
      const name = input.maybe("name");
      const password = await readPassword(input, cli);
      return withApp(cli, async (app) => {
        const { userId } = await naming(
          `tenant ${input.text("tenant")}`,
          app.tenants.createUser({
            email: input.text("email"),
            password,
            tenantId,
            role,
            platformAdmin: input.flag("platform-admin"),
            ...(name === undefined ? {} : { name }),
          }),
        );
        const id = wireId("usr", userId);
        return { json: { id, agentId: wireId("agt", userId) }, lines: [`User ${id} is ${role} of ${input.text("tenant")}`] };
      });
    },
  },
  {
    noun: "user",
    verb: "remove-second-factor",
    usage: "user remove-second-factor --email E",
    summary: "Remove the second factor of somebody who lost it, and end their sessions",
    options: { email: { type: "string" } },
    required: ["email"],
    positionals: [],
    run: (input, cli) =>
      withApp(cli, async (app) => {
        const email = input.text("email");
        const { userId } = await naming(`user ${email}`, app.twoFactor.removeFor(email));
        const id = wireId("usr", userId);
        return { json: { id, secondFactor: false }, lines: [`User ${id} signs in with the password alone`] };
      }),
  },
];
