import { Link } from "@tanstack/react-router";
import { shorten } from "../../../ui/lib/shorten.ts";

/** A link to an organization, with its name, or its id if nothing else is known. */
export function OrganizationLink({ id, name }: { id: string; name?: string }) {
  return (
    <Link className="link" to="/admin/$part/$recordId" params={{ part: "organizations", recordId: id }} search={{}}>
      {name === undefined ? <span className="mono ltr whitespace-nowrap">{shorten(id)}</span> : <bdi>{name}</bdi>}
    </Link>
  );
}
