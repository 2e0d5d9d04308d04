import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem } from "../ui/overlays/Menu.tsx";
import { useShownPlaces } from "./navigation.ts";

/** The rail of a phone: the most used places, the others behind "More". */
export function TabBar() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const place = useLocation({ select: ({ pathname }) => pathname.split("/")[1] });
  // The composer needs the bar's space.
  const inThread = useParams({ strict: false, select: ({ conversationId }) => conversationId !== undefined });
  const navigate = useNavigate();
  const allowed = useShownPlaces(me);
  return (
    <nav className="tabbar" data-in-thread={inThread || undefined} aria-label={t("shell.main")}>
      {allowed
        .filter(({ tab }) => tab)
        .map(({ id, link, icon: Icon, label, path }) => (
          <Link key={id} {...link} aria-current={path === `/${place}` ? "page" : undefined}>
            <Icon className="icon" aria-hidden />
            {t(label)}
          </Link>
        ))}
      <Menu
        label={t("shell.more")}
        placement="top end"
        trigger={
          <Button variant="ghost" className="tabbar-more">
            <Ellipsis className="icon" aria-hidden />
            {t("shell.more")}
          </Button>
        }
      >
        {allowed
          .filter(({ tab }) => !tab)
          .map(({ id, link, icon, label }) => (
            <MenuItem key={id} id={id} icon={icon} onAction={() => void navigate(link)}>
              {t(label)}
            </MenuItem>
          ))}
      </Menu>
    </nav>
  );
}
