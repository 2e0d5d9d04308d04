import { Link } from "@tanstack/react-router";
import { shorten } from "../../../ui/lib/shorten.ts";

/** Leads to an organization: by its name, or by its id where nothing else is known. */
export function OrganizationLink({ id, name }: { id: string; name?: string }) {
  return (
    <Link className="link" to="/admin/$part/$recordId" params={{ part: "organizations", recordId: id }} search={{}}>
      {name === undefined ? <span className="mono ltr whitespace-nowrap">{shorten(id)}</span> : <bdi>{name}</bdi>}
    </Link>
  );
}
