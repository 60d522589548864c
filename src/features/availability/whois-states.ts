/** What a whole answer comes to. */
export type Verdict = 'available' | 'taken' | 'unknown'

/** What a registry's own word says of a name: nobody has it, it can't be had, or the question was not answered. */
export type State = 'free' | 'held' | 'refused'

/** Why a name can't be had, where an answer says more than that somebody has it. */
export type Hold = 'premium' | 'redemption' | 'reserved'

const freeWords =
  /^(?:\d{3} )?(?:free|avail(?:able)?(?: for registration)?|not registered|unregistered|no object found|object not found|not found|no match|no entries found|does not exist|libre|disponible|frei)$/u
const heldWords =
  /(?<!\p{L})(?:not available|unavailable|premium|registered|active|activ[eé]|inactive|ok|connect(?:ed)?|failed|delegated|reserved|restricted|blocked|prohibited|cannot be registered|can not be registered|unassignable|quarantine|out of service|redemption\w*|pending ?\w+|(?:client|server|update|delete|transfer)\s?\w*prohibited|hold|(?:client|server)hold|suspended|to be suspended|expired|locked|published|in use|paid|taken|unconfirmed|deactivated|disabled|to be released|auto ?renew\w*|renewperiod|addperiod|grace|deleted|registrado|activo|ativo|enregistre|graceperiod)\b|^dom \w+$/u
const refusedWords =
  /\b(?:invalid|denied|error|not have any records for that zone|unknown|exceeded|refused|unsupported|failure)\b/u

const words = (value: string) =>
  value
    .toLowerCase()
    .replace(/&eacute;/g, 'e')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What a status says. Refusals stand before everything, and "not available" before "available". */
export function stateOf(value: string): State | undefined {
  const said = words(value.replace(/\((?:no|not)\b[^)]*\)$/i, ''))
  if (refusedWords.test(said)) return 'refused'
  if (freeWords.test(said)) return 'free'
  return heldWords.test(said) ? 'held' : undefined
}

/** The value of a field that asks whether the name is available. */
export const yesOrNo = (value: string) => ({ yes: 'free' as const, no: 'held' as const })[words(value)]

const premium = /\bpremium\b/
const leaving =
  /\bredemption|\bpending ?(?:delete|restore|purge|release)|\bquarantine\b|\bto be (?:released|suspended)\b/
const kept =
  /\b(?:reserved|blocked|restricted|prohibited|forbidden|unassignable|not be registered|not (?:allowed|permitted|open) for registration)\b/

/**
 * Tells a premium, leaving or reserved name from one that somebody simply has.
 * @param said states and sentences of the answer
 * @param record the answer shows a registration, whose locks say "prohibited" of other things
 */
export function holdOf(said: readonly string[], record: boolean): Hold | undefined {
  const all = said.map(words)
  if (all.some((one) => leaving.test(one))) return 'redemption'
  if (record) return undefined
  if (all.some((one) => premium.test(one))) return 'premium'
  return all.some((one) => kept.test(one)) ? 'reserved' : undefined
}
