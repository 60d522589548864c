import { m } from '../paraglide/messages.js'
import { detailColumns } from '../shared/people/profile-lists.data.ts'
import type { ProfileColumn, ProfileValues } from '../shared/people/profile.ts'

export const profileLabels: Record<ProfileColumn, () => string> = {
  full_name: m.common_full_name,
  business_name: m.common_business_name,
  country: m.common_country,
  phone_number: m.common_phone_number,
  email: m.common_email,
  language: m.common_language,
}

/** The columns that a person has filled in, with the labels that screens show. */
export const profileDetails = (
  person: Partial<ProfileValues>,
  columns: readonly ProfileColumn[] = detailColumns,
) =>
  columns.flatMap((column) => {
    const value = person[column]
    return value ? [{ column, label: profileLabels[column](), value }] : []
  })
