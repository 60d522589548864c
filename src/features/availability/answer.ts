/** The possible results of a name check. */
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

/** The source of the answer. Null if no source was asked. */
export const answerSources = ['rdap', 'whois', 'dns', 'registrar'] as const
export type AnswerSource = (typeof answerSources)[number]

/** The meanings that an admin can choose for an unread answer. */
export const answerLabels = ['available', 'taken', 'neither'] as const
export type AnswerLabel = (typeof answerLabels)[number]

/** Why our rules refuse a name, before the registry is asked or although it reports the name as free. */
export const nameRefusals = [
  'script',
  'mixed-scripts',
  'lookalike',
  'length',
  'closed',
  'reserved-word',
] as const
export type NameRefusal = (typeof nameRefusals)[number]

/** The status of a refused name: `reserved` if institutions or the registry can use it, otherwise `invalid`. */
export const statusOfRefusal = (refusal: NameRefusal): 'reserved' | 'invalid' =>
  refusal === 'closed' || refusal === 'reserved-word' ? 'reserved' : 'invalid'

export interface Answer {
  /** In ASCII. If the typed text is no name, that text. */
  name: string
  /** The ending without a dot. Empty if the typed text is no name. */
  suffix: string
  status: AnswerStatus
  source: AnswerSource | null
  /** RFC 3339 in UTC. A cached answer has the time of its lookup. */
  checkedAt: string
  /** True if a registrar reports that it would register the name now. Otherwise the name only "appears" available. */
  confirmed: boolean
  /** Set if the rules of the ending refuse the name. */
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
 * The text of `POST /api/check-domain` (readings 7): 'Available yes' for a free name, 'Available no' for a taken one,
 * neither for an unknown status or a special price. A refused name gets the reason.
 */
export const checkText = ({
  status,
  suffix,
  refusal,
}: Pick<Answer, 'status' | 'suffix' | 'refusal'>): string => {
  const text = {
    free: 'Available yes',
    gone: 'Available no',
    'ask-price': 'Premium name, price on request',
    unclear: 'Not known',
  }[outcomeOf(status)]
  return refusal ? `${text}: ${refusalText(refusal, suffix)}` : text
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

/** An unread answer and its label as a JSON line, which `npm run classify` reads. */
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
