import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import type { Permission, StaffRole } from '../../../shared/staff/permissions.ts'
import { accountsApi } from './api.ts'

/** Tells what the signed-in admin may do, from the profile. The server checks each call itself. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useQuery(accountsApi.profile.queryOptions())
  return (permission) => data?.permissions.includes(permission) ?? false
}

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
