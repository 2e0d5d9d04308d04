import { type Static, Type } from "typebox";
import { ListOf, listQuery, Timestamp } from "#platform/http/schemas.ts";

export const FlowSecret = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: "Steps refer to it as {{secrets.NAME}}" }),
    hosts: Type.Array(Type.String(), { description: "Hosts it may be sent to: requests to other hosts are refused. Empty: none" }),
    createdBy: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "FlowSecret" },
);
export type FlowSecret = Static<typeof FlowSecret>;
export const FlowSecretList = ListOf(FlowSecret);
export const ListFlowSecretsQuery = listQuery({});

const name = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: "^[A-Z][A-Z0-9_]*$",
  description: "Capital letters, digits and underscores. Unique in the organization",
});
const value = Type.String({
  minLength: 8,
  maxLength: 4_000,
  description: "Never shown again. At least eight characters: shorter ones cannot be redacted from responses",
});

const hosts = Type.Array(Type.String({ minLength: 1, maxLength: 260 }), {
  maxItems: 20,
  description:
    "Hosts that it may be sent to: shop.example, or shop.example:8443 for one port only. Full names; subdomains are separate hosts. Changing them needs the scope organization:write",
});

export const CreateFlowSecret = Type.Object({ name, value, hosts: Type.Optional(hosts) }, { title: "CreateFlowSecret" });
export type CreateFlowSecret = Static<typeof CreateFlowSecret>;

export const UpdateFlowSecret = Type.Object(
  { name: Type.Optional(name), value: Type.Optional(value), hosts: Type.Optional(hosts) },
  {
    title: "UpdateFlowSecret",
    description: "Omitted fields keep their values. After a rename, steps with the old name no longer find it",
  },
);
export type UpdateFlowSecret = Static<typeof UpdateFlowSecret>;
