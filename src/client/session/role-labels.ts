import { m } from '../../paraglide/messages.js'
import type { StaffRole } from '../../shared/people/permissions.ts'

/** What each role is called. */
export const staffRoleLabels: Record<StaffRole, () => string> = {
  owner: m.staff_owner,
  manager: m.staff_manager,
  support: m.staff_support,
  finance: m.staff_finance,
  registrar: m.staff_registrar,
  'read-only': m.staff_read_only,
}

/** What each role is for, in one sentence. */
export const staffRoleAbouts: Record<StaffRole, () => string> = {
  owner: m.staff_owner_about,
  manager: m.staff_manager_about,
  support: m.staff_support_about,
  finance: m.staff_finance_about,
  registrar: m.staff_registrar_about,
  'read-only': m.staff_read_only_about,
}
