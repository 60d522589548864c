import { LayoutDashboard, LogOut, UserRound } from 'lucide-react'
import { m } from '../../paraglide/messages.js'
import { MenuItem, MenuLink } from '../../kit/overlay/Menu.tsx'
import { signOut } from '../../client/session.ts'

interface PersonMenuProps {
  /** Address of the person's profile in this area. */
  profile: string
  /** Shows the link to the admin area. */
  isAdmin?: boolean
}

/** The user's own entries: profile, admin area and log-out, which ends this session only. */
export function PersonMenu({ profile, isAdmin = false }: PersonMenuProps) {
  return (
    <>
      {isAdmin ? (
        <MenuLink to="/admin">
          <LayoutDashboard aria-hidden className="size-4 shrink-0 text-muted" />
          {m.area_admin_dashboard()}
        </MenuLink>
      ) : null}
      <MenuLink to={profile}>
        <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
        {m.area_profile_settings()}
      </MenuLink>
      <MenuItem onSelect={() => void signOut('local')}>
        <LogOut aria-hidden className="size-4 shrink-0 text-muted" />
        {m.area_logout()}
      </MenuItem>
    </>
  )
}
