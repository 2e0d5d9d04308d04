import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const domainStatuses = ["pending_verification", "verified", "active", "failed", "suspended"] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export const Domain = Type.Object(
  {
    id: Type.String(),
    hostname: Type.String(),
    status: StringEnum(domainStatuses, {
      description:
        "pending_verification: the proof has not been found yet; verified: the proof was found; active: the domain also points to this server; failed: the proof was not found within 7 days; suspended: the proof was missing for three days in a row",
    }),
    verification: Type.Object(
      { type: Type.Literal("TXT"), name: Type.String(), value: Type.String() },
      { description: "The DNS record that proves the claim; it must stay in place" },
    ),
    routing: Nullable(
      Type.Object(
        { type: StringEnum(["CNAME", "A", "AAAA"]), name: Type.String(), value: Type.String() },
        {
          description: "The DNS record that points the domain to this server; null: the server has no public name or address (PUBLIC_URL)",
        },
      ),
    ),
    certificate: Nullable(
      Type.Object(
        {
          validUntil: NullableTimestamp({ description: "Of the certificate that the last check saw; null: there was no valid one" }),
          error: NullableText({ description: "Why there was none, in words" }),
          checkedAt: Timestamp,
        },
        { description: "Whether the domain can be opened by https; null: not checked, because the domain does not point here" },
      ),
    ),
    lastError: NullableText({ description: "What the last check did not find, in words" }),
    lastCheckedAt: NullableTimestamp(),
    verifiedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Domain" },
);
export type Domain = Static<typeof Domain>;

export const DomainList = ListOf(Domain);
export const ListDomainsQuery = listQuery({ status: Type.Optional(StringEnum(domainStatuses)) });

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

export const AskDomainQuery = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 253, description: "The host name for which a certificate is asked" }),
});
export const AskedDomain = Type.Object({ allowed: Type.Literal(true) }, { title: "AskedDomain" });
