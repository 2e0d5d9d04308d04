/** The agency's area: its clients, its branding, its pages and forms. */
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

export interface AgencyIds {
  client: string;
  page: string;
  form: string;
  submission: string;
}

const row = ({ page }: Visit) => page.locator("main [role=row]").nth(1);

export const agencyPlaces = ({ client, page, form, submission }: AgencyIds): Place[] => [
  screen("agency-clients", "/agency/clients", { shows: row }),
  screen("agency-client", `/agency/clients/${client}`, { shows: (visit) => visit.page.locator(".client-panel dl").last() }),
  over("agency-client-new", "/agency/clients", byKey("c")),
  over("agency-link", "/agency/clients", byButton("agency.link")),
  over("agency-ask", `/agency/clients/${client}`, byButton("agency.ask.more")),
  over("agency-client-limits", `/agency/clients/${client}`, byButton("agency.limits.change")),
  over("agency-client-terms", `/agency/clients/${client}`, byButton("agency.terms.change")),
  over("agency-client-menu", `/agency/clients/${client}`, (visit) =>
    visit.page.locator(".client-panel [aria-haspopup=true]").first().click(),
  ),
  over("agency-details", "/agency/clients", byButton("agency.details")),
  screen("agency-limits", "/agency/limits", { shows: row }),
  screen("agency-brand", "/agency/brand", { shows: (visit) => visit.page.locator(".brand-frame") }),
  screen("agency-domains", "/agency/domains", { shows: (visit) => visit.page.locator(".domain-step").first() }),
  over("agency-domain-new", "/agency/domains", byKey("c")),
  over("agency-domain-release", "/agency/domains", byButton("domains.release")),
  screen("agency-pages", "/agency/pages", { shows: row }),
  over("agency-page-new", "/agency/pages", byKey("c")),
  screen("agency-page", `/agency/pages/${page}`, { shows: (visit) => visit.page.locator(".page-sheet") }),
  over("agency-block-new", `/agency/pages/${page}`, byButton("pages.block.add")),
  screen("agency-forms", "/agency/forms", { shows: row }),
  over("agency-form-new", "/agency/forms", byKey("c")),
  over("agency-form", `/agency/forms/${form}`, async ({ top }) => top().waitFor()),
  screen("agency-submissions", "/agency/submissions", { shows: row }),
  over("agency-submission", `/agency/submissions/${submission}`, async ({ top }) => top().waitFor()),
  screen("agency-snapshots", "/agency/snapshots", { shows: row }),
  over("agency-snapshot-new", "/agency/snapshots", byKey("c")),
  over("agency-snapshot-apply", "/agency/snapshots", byButton("snapshots.apply")),
  screen("agency-billing", "/agency/billing", { shows: (visit) => visit.page.locator(".agency-sums") }),
];
