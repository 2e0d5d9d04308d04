import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { ChevronsUpDown, ListChecks, LogOut, UserRound } from "lucide-react";
import { api } from "../api/client.ts";
import { announceSignOut } from "../api/live/connect.ts";
import { can, meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { showFailure } from "../parts/show-failure.ts";
import { LogoGlyph } from "../parts/BrandMark.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { stopLive } from "./live.ts";
import { Menu, MenuItem, MenuSection, MenuSeparator } from "../ui/overlays/Menu.tsx";

/** The current organization, the others that the user may switch to, and signing out. */
export function OrganizationMenu() {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const queryClient = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const memberships = me.user?.memberships ?? [];

  async function choose(tenantId: string) {
    if (tenantId === me.tenant.id) return;
    try {
      await api.auth.session.chooseTenant({ tenantId });
    } catch (error) {
      return showFailure(error, i18n);
    }
    // Nothing from one organization may be visible in the other, so the page is reloaded.
    location.assign("/");
  }

  async function signOut() {
    try {
      await api.auth.signOut();
    } catch (error) {
      return showFailure(error, i18n);
    }
    announceSignOut();
    stopLive();
    queryClient.clear();
    await router.invalidate();
    await navigate({ to: "/sign-in" });
  }

  return (
    <Menu
      label={t("shell.switchOrganization")}
      placement="bottom start"
      trigger={
        <Button className="workspace" variant="ghost">
          <span className="logo" aria-hidden>
            <LogoGlyph />
          </span>
          <span className="rail-label cut grow text-start">
            <bdi>{me.tenant.name}</bdi>
          </span>
          <ChevronsUpDown className="icon icon-14 rail-label" aria-hidden />
        </Button>
      }
    >
      {memberships.length > 0 && (
        <MenuSection title={t("shell.organizations")}>
          {memberships.map(({ tenantId, name, role }) => (
            <MenuItem
              key={tenantId}
              id={tenantId}
              textValue={name}
              start={<Avatar id={tenantId} name={name} size={20} squared />}
              description={t(`role.${role}`)}
              onAction={() => void choose(tenantId)}
            >
              <bdi>{name}</bdi>
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {memberships.length > 0 && <MenuSeparator />}
      {me.user !== null && can(me, "channels:write") && (
        <MenuItem id="set-up" icon={ListChecks} onAction={() => void navigate({ to: "/welcome" })}>
          {t("welcome.title")}
        </MenuItem>
      )}
      {me.user !== null && (
        <MenuItem id="profile" icon={UserRound} onAction={() => void navigate({ to: "/settings/$part", params: { part: "profile" } })}>
          {t("shell.profile")}
        </MenuItem>
      )}
      <MenuItem id="sign-out" icon={LogOut} onAction={() => void signOut()}>
        {t("shell.signOut")}
      </MenuItem>
    </Menu>
  );
}
