import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/signup-forms", {
  signup_forms: {
    holds: "forms that anybody may fill in",
    personal: "nobody",
    onContactErasure: kept("what the agency asks", "slug public_key title intro fields consent_text target thank_you redirect_url"),
    onExport: exported("frm"),
  },
  form_submissions: {
    holds: "what was filled in",
    personal: "contacts",
    onContactErasure: deleted("what made the contact, and what names the person"),
    onExport: exported("fsb"),
  },
});
