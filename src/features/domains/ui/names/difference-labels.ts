import { m } from '../../../../paraglide/messages.js'
import type { NameDifference } from '../../names.contract.ts'

/** How a name differs, in a word, and what follows from it. */
export const differenceTexts: Record<NameDifference, { label: () => string; about: () => string }> = {
  unknown: { label: m.names_unknown, about: m.names_unknown_about },
  gone: { label: m.names_gone, about: m.names_gone_about },
  sooner: { label: m.names_sooner, about: m.names_sooner_about },
  later: { label: m.names_later, about: m.names_later_about },
  nameservers: { label: m.names_nameservers, about: m.names_nameservers_about },
}
