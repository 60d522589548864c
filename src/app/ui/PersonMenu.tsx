import { Bell, LayoutDashboard, LogOut, UserRound } from 'lucide-react'
import { m } from '../../paraglide/messages.js'
import { MenuItem, MenuLink } from '../../kit/overlay/Menu.tsx'
import { signOut } from '../../client/session/session.ts'
import type { Person } from './area/entry.ts'

interface PersonMenuProps {
  /** Address of the person's profile in this area. */
  profile: string
  /** Address of the screen with the choice of notifications, if there is one. */
  notifications?: string
  /** Shows the link to the admin area. */
  isAdmin?: boolean
}

/** The user's own entries: profile, admin area and log-out, which ends this session only. */
export function PersonMenu({ profile, notifications, isAdmin = false }: PersonMenuProps) {
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
      {notifications ? (
        <MenuLink to={notifications}>
          <Bell aria-hidden className="size-4 shrink-0 text-muted" />
          {m.staff_call_title()}
        </MenuLink>
      ) : null}
      <MenuItem onSelect={() => void signOut('local')}>
        <LogOut aria-hidden className="size-4 shrink-0 text-muted" />
        {m.area_logout()}
      </MenuItem>
    </>
  )
}

/** A person as the first letters of the first and the last word of the name, or of the address. */
export function Initials({ person }: { person: Person }) {
  return (
    <span
      aria-hidden
      className="grid size-7 place-items-center rounded-full bg-primary text-sm font-bold text-on-primary"
    >
      {initialsOf(person)}
    </span>
  )
}

function initialsOf({ name, email }: Person): string {
  const words = (name ?? email).split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
