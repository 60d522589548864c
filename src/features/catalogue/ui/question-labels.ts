import { m } from '../../../paraglide/messages.js'
import type { Locale } from '../../../shared/pages.ts'
import type { Asked, AnswerProblem } from '../questions.ts'

const labels: Partial<Record<string, () => string>> = {
  'company-number': m.details_company_number,
  'tax-number': m.details_tax_number,
  'identity-number': m.details_identity_number,
  'local-address': m.details_local_address,
}

/** A question in the reader's language. */
export function questionLabel({ kind, label }: { kind: string; label: string }, locale: Locale): string {
  const [en = '', sw = en] = label.split(/\s*\|\s*/)
  return (locale === 'sw' ? sw : en) || labels[kind]?.() || kind
}

/** An answer as it is read. */
export function answerText({ kind }: Pick<Asked, 'kind'>, answer: string): string {
  if (kind === 'document') return m.details_seen()
  return kind !== 'yes-no' ? answer : answer === 'yes' ? m.audit_yes() : m.audit_no()
}

/** How to correct an answer. */
export const problemSentence = ({ min, max }: Pick<Asked, 'min' | 'max'>, problem: AnswerProblem): string =>
  ({
    missing: () => m.details_missing(),
    'too-short': () => m.details_too_short({ count: min ?? 1 }),
    'too-long': () => m.details_too_long({ count: max ?? 200 }),
    digits: () => m.details_digits(),
    'letters-digits': () => m.details_letters_digits(),
    choice: () => m.details_missing(),
  })[problem]()
