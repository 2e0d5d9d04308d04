import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";

export const domainStatuses = ["pending_verification", "verified", "active", "failed", "suspended"] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export const Domain = Type.Object(
  {
    id: Type.String(),
    hostname: Type.String(),
    status: Words(domainStatuses, {
      description:
        "pending_verification: the proof was not seen yet; verified: it was found; active: the name leads to this server as well; failed: it was not found within 7 days; suspended: the proof was gone three days in a row",
    }),
    verification: Type.Object(
      { type: Type.Literal("TXT"), name: Type.String(), value: Type.String() },
      { description: "The DNS record that proves the claim; it has to stay" },
    ),
    routing: Nullable(
      Type.Object(
        { type: Words(["CNAME", "A", "AAAA"]), name: Type.String(), value: Type.String() },
        { description: "The DNS record that leads the name to this server; null: it is known by no public name or address (PUBLIC_URL)" },
      ),
    ),
    lastError: NullableText({ description: "What the last check missed, in words" }),
    lastCheckedAt: NullableTimestamp(),
    verifiedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Domain" },
);
export type Domain = Static<typeof Domain>;

export const DomainList = ListOf(Domain);
export const ListDomainsQuery = listQuery({ status: Type.Optional(Words(domainStatuses)) });

export const CreateDomain = Type.Object(
  {
    hostname: Type.String({
      minLength: 4,
      maxLength: 253,
      pattern: "^[^\\s/:@*]+$",
      description: "For example inbox.agency.example: no scheme, port or path. Other scripts are stored in their ASCII form",
    }),
  },
  { title: "CreateDomain" },
);
export type CreateDomain = Static<typeof CreateDomain>;
