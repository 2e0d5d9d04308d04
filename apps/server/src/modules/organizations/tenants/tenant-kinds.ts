export const tenantKinds = ["business", "agency", "platform"] as const;
export type TenantKind = (typeof tenantKinds)[number];
