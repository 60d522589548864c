/** What a name's check comes to. */
export const answerStatuses = [
  'available',
  'premium',
  'taken',
  'redemption',
  'reserved',
  'invalid',
  'unsupported',
  'error',
] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** Who said so; null where nobody was asked. */
export const answerSources = ['rdap', 'whois', 'dns', 'registrar'] as const
export type AnswerSource = (typeof answerSources)[number]

/** What an admin says that an unread answer means. */
export const answerLabels = ['available', 'taken', 'neither'] as const
export type AnswerLabel = (typeof answerLabels)[number]

/** Why a name is refused before its registry is asked, or against its word. */
export const nameRefusals = [
  'script',
  'mixed-scripts',
  'lookalike',
  'length',
  'closed',
  'reserved-word',
] as const
export type NameRefusal = (typeof nameRefusals)[number]

/** What a refused name comes to: one that some institution may register is reserved, the others are no names there. */
export const statusOfRefusal = (refusal: NameRefusal): 'reserved' | 'invalid' =>
  refusal === 'closed' || refusal === 'reserved-word' ? 'reserved' : 'invalid'

export interface Answer {
  /** In ASCII; what was typed, where it is no name. */
  name: string
  /** What the name ends in, without a dot; empty where it is no name. */
  suffix: string
  status: AnswerStatus
  source: AnswerSource | null
  /** When it was found out, RFC 3339 in UTC. An answer out of the cache keeps its time. */
  checkedAt: string
  /** A registrar has said it and would register the name now; otherwise it "appears" so. */
  confirmed: boolean
  /** Why the name is refused, where the rules of its ending do it. */
  refusal?: NameRefusal
}

/** How the screens show a status (readings 6). */
export const outcomeOf = (status: AnswerStatus): 'free' | 'ask-price' | 'gone' | 'unclear' =>
  ({
    available: 'free' as const,
    premium: 'ask-price' as const,
    taken: 'gone' as const,
    redemption: 'gone' as const,
    reserved: 'gone' as const,
    invalid: 'unclear' as const,
    unsupported: 'unclear' as const,
    error: 'unclear' as const,
  })[status]

/**
 * The text of `POST /api/check-domain` (readings 7): it holds 'Available yes' for a free name, 'Available no' for one
 * that is gone, and neither where it can't be told or has a price of its own. A refused name says why.
 */
export const checkText = ({
  status,
  suffix,
  refusal,
}: Pick<Answer, 'status' | 'suffix' | 'refusal'>): string => {
  const word = {
    free: 'Available yes',
    gone: 'Available no',
    'ask-price': 'Premium name, price on request',
    unclear: 'Not known',
  }[outcomeOf(status)]
  return refusal ? `${word}: ${refusalText(refusal, suffix)}` : word
}

const refusalText = (refusal: NameRefusal, ending: string) =>
  ({
    script: `the registry of .${ending} does not take these letters.`,
    'mixed-scripts': 'the name mixes letters of different alphabets.',
    lookalike: 'the letters look like Latin ones, and the name could pass for another.',
    length: `the name is too short or too long for .${ending}.`,
    closed: `.${ending} names are only for institutions such as governments and schools.`,
    'reserved-word': `the registry of .${ending} keeps this name for itself.`,
  })[refusal]

/** An unread answer as a JSON line that `npm run classify` reads, with what an admin says it means. */
export const classifyLine = ({
  id,
  suffix,
  name,
  text,
  label,
}: {
  id: string
  suffix: string
  name: string
  text: string
  label: AnswerLabel | null
}): string =>
  JSON.stringify({
    id,
    suffix,
    query: name,
    text,
    ...(label && { expected: label === 'neither' ? 'unknown' : label }),
  })
