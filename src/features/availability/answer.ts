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
 * that is gone, and neither where it can't be told or has a price of its own.
 */
export const checkText = ({ status }: Pick<Answer, 'status'>): string =>
  ({
    free: 'Available yes',
    gone: 'Available no',
    'ask-price': 'Premium name, price on request',
    unclear: 'Not known',
  })[outcomeOf(status)]

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
