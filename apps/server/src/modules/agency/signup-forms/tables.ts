import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/signup-forms", {
  signup_forms: {
    holds: "sign-up forms",
    personal: "nobody",
    onContactErasure: kept("questions of the agency", "slug public_key title intro fields consent_text target thank_you redirect_url"),
    onExport: exported("frm"),
  },
  form_submissions: {
    holds: "submissions of forms",
    personal: "contacts",
    onContactErasure: deleted("the submission of the contact, and those that name the person"),
    onExport: exported("fsb"),
  },
});
