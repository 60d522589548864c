import type { LaterReason, RefusalReason } from '../driver.ts'

/** What a code of the provider says of a call. */
type Meaning =
  /** It certainly did nothing, now or ever. */
  | { state: 'later'; reason: Exclude<LaterReason, 'unreachable'> }
  | { state: 'refused'; reason: RefusalReason }
  /** Everything was as it was to be already. */
  | { state: 'unchanged' }
  /** The transfer code went to the holder. */
  | { state: 'to-holder' }

export const AUTHENTICATION_FAILED = 196

const later = (reason: Exclude<LaterReason, 'unreachable'>): Meaning => ({ state: 'later', reason })
const refused = (reason: RefusalReason): Meaning => ({ state: 'refused', reason })

/**
 * Codes by their meaning: `311`, or `100-172` for all of a range. Those that are not here leave it open whether something
 * was done: errors of the registry behind the provider, orders that are under way already, and unknown errors.
 */
const meanings: readonly (readonly [codes: string, meaning: Meaning])[] = [
  ['1 18 364', { state: 'unchanged' }],
  ['393', { state: 'to-holder' }],
  // 308 and 309: a contract that the owner has not signed. 10005: the address of this server.
  [`${AUTHENTICATION_FAILED} 308-309 900-902 4002-4003 10005`, later('credentials')],
  ['50 4007', later('limit')],
  ['310 920', later('balance')],
  ['4005', later('maintenance')],
  ['16 311 512-513', refused('taken')],
  ['379 395', refused('premium')],
  [
    '100-172 175-177 182-184 193 195 330-336 361 372-375 380-390 1901-1903 1910 1920-1926 6001-6004',
    refused('contact'),
  ],
  ['200-201 220-244 360 875', refused('nameservers')],
  ['307 316 319 321-322 329 338 348-349 370-371 376-378 396 1800', refused('not-offered')],
  ['317-318 352 358', refused('auth-code')],
  ['328 369', refused('locked')],
  ['320 363 365 500', refused('not-ours')],
  ['300-306 313 315 323-324 501', refused('other')],
]

const byCode = new Map(
  meanings.flatMap(([codes, meaning]) =>
    codes.split(' ').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, at) => [first + at, meaning] as const)
    }),
  ),
)

/** What a code other than 0 means. Undefined for those that prove nothing. */
export const meaningOf = (code: number): Meaning | undefined => byCode.get(code)
