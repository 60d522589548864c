import type { RefusalReason } from './driver.ts'

/** How English sentences of registrars and registries say why. */
const wordsOfReasons: [RefusalReason, RegExp][] = [
  ['premium', /\bpremium\b/i],
  [
    'not-offered',
    /\b(tld|extension|ending|zone)\b[^.]*\b(not|un)[ -]?(supported|available|offered|allowed)/i,
  ],
  ['taken', /\b(domain|name)\b[^.]*\b(taken|unavailable|not available|already (registered|exists))/i],
  [
    'auth-code',
    /\b(auth\w*|epp|transfer)[ -]?(info|code|key)?\b[^.]*\b(invalid|incorrect|wrong|mismatch)|\b(invalid|incorrect|wrong) (auth|epp|transfer)/i,
  ],
  [
    'too-new',
    /\b60[ -]?days?\b|\b(recently|newly) (registered|created|transferred)|(registered|created|transferred) (less than|within)\b/i,
  ],
  [
    'objected',
    /\b(reject|refus|den(y|ied)|declin|cancel|object)\w*\b[^.]*\b(losing|current|old|previous|former) registrar|\b(losing|current|old|previous|former) registrar\b[^.]*\b(reject|refus|den(y|ied)|declin|cancel|object)|\b(client|server) ?rejected/i,
  ],
  ['locked', /\b(is|domain|transfer)[ -]?(currently )?locked\b|transfer ?prohibited/i],
]

/** What words may say of a transfer. */
export const transferReasons: readonly RefusalReason[] = [
  'auth-code',
  'too-new',
  'objected',
  'locked',
  'premium',
  'not-offered',
]

/** Why a transfer has failed that the provider itself calls failed. */
export const reasonOfFailure = (words: string): RefusalReason =>
  reasonOfWords(words, transferReasons) ?? 'other'

/** The first of these reasons that words say. */
export const reasonOfWords = (words: string, reasons: readonly RefusalReason[]) =>
  wordsOfReasons.find(([reason, form]) => reasons.includes(reason) && form.test(words))?.[0]
