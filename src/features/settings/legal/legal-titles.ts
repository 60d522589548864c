import { m } from '../../../paraglide/messages.js'
import type { LegalPage } from '../../../shared/pages.ts'

/** What the legal pages of a shop are called. */
export const legalTitles: Record<LegalPage, () => string> = {
  terms: m.common_terms,
  privacy: m.common_privacy,
  refunds: m.common_refunds_policy,
}
