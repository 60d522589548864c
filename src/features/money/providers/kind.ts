/** What a message says that happened. */
export type MessageKind =
  | 'incoming'
  | 'deposit'
  | 'outgoing'
  | 'bill'
  | 'withdrawal'
  | 'airtime'
  | 'reversal'
  | 'loan'
  | 'failed'
  | 'otp'
  | 'balance'
  | 'other'
  | 'unread'

/** What no payment says, wherever it stands in the text. */
const exceptions: [MessageKind, RegExp][] = [
  [
    'otp',
    /one[- ]time (?:password|pin)|\botp\b|verification code|secret code|\blogin is \d|namba ya (?:siri ya muda|uthibitisho)|neno la siri/,
  ],
  [
    'failed',
    /\bfailed\b|\bunsuccessful|not (?:been )?(?:successful|completed)|cancelled the transaction|insufficient|\bdeclined\b|wrong pin|imeshindikana|limeshindikana|ha(?:i|u|ya|ku)(?:ja|ku)?fanikiwa|ha(?:i|u|ya)jakamilika|imekataliwa|halitoshi|umeghairi|imesitishwa/,
  ],
  [
    'reversal',
    /\brevers(?:al|ed|e)\b|\brefund|(?:i|u|ki|ya|li)merudish(?:wa|iwa)|kurudishwa|yamebatilishwa|imebatilishwa/,
  ],
  [
    'loan',
    /repayment of|overdraft service|outstanding fuliza|fuliza m-pesa amount|quick ?loan|loan (?:id|of|repa|disburs|amount|has)|your loan|kurejesha|mkopo (?:wako|wa)\b|(?:received|umepokea).{0,60}?(?:\bloan|\bmkopo|mshiko fasta|nivushe|bustisha|songesha)|paid your \w+ balance|deni lako/,
  ],
  [
    'balance',
    /account balance was|^(?:dear \w+[,.]? )?your (?:[\w-]+ )*balance is|^salio lako (?:la [\w-]+ )?ni/,
  ],
  [
    'airtime',
    /(?:to|of) airtime|airtime (?:top ?up|purchase|worth)|^(?:y'?ello[.!]? ?)?top[- ]?up of|umenunua (?:muda|vocha|bando|kifurushi)|umaze kugura|bundle(?:s)? (?:purchase|bought)/,
  ],
  ['other', /as your [\w ]*interest|kutoa pesa [\w ]*atm|\bmonthly interest|a transaction of [a-z]{3} \d/],
]

/** Phrases of payments. The first one in the text decides. */
const phrases: [MessageKind, RegExp][] = [
  [
    'incoming',
    /you(?:'ve| have)? received|have been paid|(?:has |have )?sent you\b|umepokea|umewekewa|umetumiwa|amekutumia|imeingia kwenye akaunti/,
  ],
  ['incoming', /(?<!you have )transferred [^.]{0,40}\bto (?:you\b|your (?!own|savings))/],
  ['incoming', /\breceived\b(?=\.? *(?:tid|a payment of|tzs|tsh|kes|ksh|ugx|rwf|bif|usd|\d))/],
  [
    'incoming',
    /\breceived from\b|(?:been|is|was) credited|credited (?:with|by)|\bimepokelewa\b|a trxn of \d/,
  ],
  ['incoming', /payment (?:of [a-z]{3,4}\.? ?[\d,.]+ )?received/],
  [
    'outgoing',
    /(?<!you )has received|have sent|\bsent\b|transferred|\bpaid\b|payment of|have bought|\bbought\b/,
  ],
  ['outgoing', /deducted|debited|completed to|a trxn of -|a transaction of [a-z]{3} -|money sent/],
  ['outgoing', /umetuma|umelipa|umehamisha|(?:ki|i|zi)metumwa|(?:ki|i)metolewa|\bkwenda\b|umenunua/],
  ['bill', /payment successful|malipo yamekamilika|maelezo ya ankara|\bkwh\b/],
  ['withdrawal', /withdraw(?:n|al|)\b|cash[- ]?out of|umetoa|kutoa pesa|kutoka kwa wakala umetoa/],
  [
    'deposit',
    /cash[- ]?in of|cash deposit|bank deposit|have deposited|deposited (?:in|to)|give [a-z]{3} ?[\d,.]+ cash/,
  ],
  ['deposit', /(?:ki|i|zi)mewekwa|umeweka|umefanikiwa kuweka|muwekaji/],
]

/** Where a phrase ends the doubt about the first one. */
const corrections: [MessageKind, MessageKind, RegExp][] = [
  ['outgoing', 'withdrawal', /(?:umetuma|kwa) (?:pesa )?kwa wakala|umetuma pesa kwa wakala/],
  [
    'outgoing',
    'bill',
    /for account|for meter|\bluku\b|\btoken\b|control no|\bkwh\b|paid to [\w ]* for|kumbukumbu ya malipo/,
  ],
  ['incoming', 'deposit', /kutoka kwa wakala|from agent\b/],
]

/** What happened, and where the deciding phrase is. The message is in lower case, with single blanks. */
export function kindOf(message: string): { kind: MessageKind; at: number } {
  for (const [kind, pattern] of exceptions) {
    const at = message.search(pattern)
    if (at >= 0) return { kind, at }
  }
  let first: { kind: MessageKind; at: number } = { kind: 'unread', at: Infinity }
  for (const [kind, pattern] of phrases) {
    const at = message.search(pattern)
    if (at >= 0 && at < first.at) first = { kind, at }
  }
  const better = corrections.find(([from, , pattern]) => from === first.kind && pattern.test(message))
  return better ? { ...first, kind: better[1] } : first
}

/** Kinds in which money comes in. */
export const isReceived = (kind: MessageKind) => kind === 'incoming' || kind === 'deposit'
