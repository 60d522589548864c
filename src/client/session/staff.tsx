import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { Lock } from 'lucide-react'
import { m } from '../../paraglide/messages.js'
import { storePermissions } from './stored-permissions.ts'
import type { Permission } from '../../shared/people/permissions.ts'

/** What the signed-in admin may do. Null outside of the admin area. */
const StaffContext = createContext<{ role: string; permissions: readonly string[] } | null>(null)

interface StaffAccessProps {
  /** The name of the role. */
  role: string
  permissions: readonly string[]
  children: ReactNode
}

/** Tells the screens in it what the admin may do. The server checks each call itself. */
export function StaffAccess({ role, permissions, children }: StaffAccessProps) {
  useEffect(() => storePermissions(permissions), [permissions])
  return <StaffContext value={{ role, permissions }}>{children}</StaffContext>
}

/** Tells what the signed-in admin may do; nothing outside of the admin area. */
export function useMay(): (permission: Permission) => boolean {
  const staff = useContext(StaffContext)
  return (permission) => staff?.permissions.includes(permission) ?? false
}

/** Whether the reader may do what needs a permission. Customers may do what their own screens offer. */
export function useStaffMay(needed: Permission): boolean {
  const staff = useContext(StaffContext)
  return staff === null || staff.permissions.includes(needed)
}

/** Shows its children to those who may do what they offer. */
export const IfMay = ({ needs, children }: { needs: Permission; children: ReactNode }) =>
  useStaffMay(needs) ? children : null

interface ReadOnlyUnlessProps {
  needs: Permission
  /** The sentence is said above already. */
  quiet?: boolean
  children: ReactNode
}

/** A form for those who may change it; for other admins it is read-only, and says why. */
export function ReadOnlyUnless({ needs, quiet = false, children }: ReadOnlyUnlessProps) {
  const may = useStaffMay(needs)
  if (may) return children
  return (
    <>
      {quiet ? null : <ReadOnlySentence />}
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}

/** Says that the role of the admin does not change what is below. */
export function ReadOnlySentence() {
  const staff = useContext(StaffContext)
  return (
    <p className="flex items-start gap-2 rounded-control bg-well px-3 py-2 text-sm text-muted">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {m.staff_role_reads_only({ role: staff?.role ?? '' })}
    </p>
  )
}
