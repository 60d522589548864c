import { savingsProducts } from '../all-providers.ts'
import type { ReadKind } from './kind-of.ts'
import type { FoundMoney } from './money.ts'
import { sentenceEnd, type Skeleton } from './skeleton.ts'

/** What an amount in a message is. `unexplained` is one that no word explains. */
type MoneyRole =
  | 'payment'
  | 'fee'
  | 'tax'
  | 'balance'
  | 'savings'
  | 'limit'
  | 'loan'
  | 'invoice'
  | 'offer'
  | 'unexplained'

/** The words before an amount, in its sentence. The nearest one counts. */
const before: readonly [MoneyRole, RegExp][] = [
  [
    'limit',
    /\blimits?\b|\blimites?\b|kiwango|within (?:the|a) day|can transact|\bunachoweza|maximum|minimum/g,
  ],
  ['tax', /\bvat\b|\btax(?!a\b)|\blevy|\btozo|\bduty|\bkodi\b|\bewura|\brea\b|\btva\b/g],
  [
    'balance',
    /(?<!outstanding |loan |airtime |bonus |overdraft )\bbalance(?! by)|(?<!outstanding )\bbal\b|\bsalio(?! la mkopo| la deni)|\bbaki\b|\bfloat|\bfloti|\b(?:m-pesa|business|utility|working) account\b(?= ?:)|\bsolde|(?<!(?:loan|limit|mkopo|overdraft) )\bavail(?:able)?(?= ?(?::|$))|\basigaye|ifiteho|\busigaranye|\b(?:u|mu)fite|\bsaldo\b|\bharaag\w*/g,
  ],
  [
    'fee',
    /\bfees?\b|\bcharges?d?\b|\bcost\b|\bada\b|\bmakato|\bgharama|(?<!\b(?:umepokea|umepata|umelipwa) )\bkamisheni(?! ya ?$)|\bcommission(?! of ?$)|\bfrais\b|\bigiciro|\btaxa\b/g,
  ],
  ['loan', /(?<!outstanding |\b(?:deni|salio) la )(?:\bmkopo|\bloan(?! (?:balance|limit|due|repay)))/g],
  [
    'invoice',
    /\boutstanding|\bdebt\b|\bdeni\b|\bmkopo|\bloan|\briba(?! ya ?$)|\binterest(?! of ?$)|\binvoice|\brepay\b|\b(?:uta)?rejesha|\bankara|\bbill\b|\border\b|\bdue\b|\bbado\b|\bremaining|\bout of\b|\bkati ya\b|\bunpaid|\bpreviously|\bearlier|\blast payment|\bfacture/g,
  ],
  [
    'offer',
    /\bbonus|(?<!umenunua )muda wa maongezi|\bwin\b|\bshinda|\bup to\b|\bhadi\b|\bfree\b|\bbure\b|\bborrow|\bkopa\b|\bsave\b|\bearn\b|\bcashback(?! of ?$)/g,
  ],
]
/** Words of the payment itself. One of them behind another word takes the amount. */
const own =
  /\breceived|\b(?:u|i)me(?:poke|weke|ingiz|tumiw|lipw)\w*|\bkupokea|\bcredited|\bcredit\b|\bdebit(?:ed)?\b|\bsent\b|(?<!fees? )\bpaid\b|\b(?:um|am)e(?:tum|lip|to|nunu|wek|hamish)\w*|(?<!(?:gharama|ada|makato) [yz]a )\b(?:ku(?:tuma|lipa|weka|toa|hamisha|nunua)|u(?:wek|tum|lip|to|hamish)aji)\b|\bw[oa]herez\w+|\b\w{0,4}rungitse|\bm?waronse|\bwaxaad|\brecebeste|\btransferiste|\benviaste|\bpagaste|\blevantaste|\bwithdr\w+|\bcash[- ]?(?:in|out|deposit)|\bdeposit\w*|(?<!outstanding )\bamount\b|\bamt\b|\bkiasi\b|(?<!\b(?:fees?|charges?|ada|makato|gharama|frais) )(?:\btotal\b|\bjumla\b)|\btransferred|\bpayment of|\bpurchase\w*|\bbought|\btop up|\bgive\b|\btransaction of|\btrxn of|\bamalipo|re[çc]u|envoyé|payé|\brevers\w+|\brefunded|\bmuamala(?: huu)? wa\b|\bto (?:send|pay|withdraw|transfer|buy)\b|\bmalipo ya\b|\bdeducted|\bfuliza m-pesa amount is|(?:a|i|u|ki)m?e?k?u?tumi?w?a\b/g
/** Words behind an amount, of the payment itself. */
const behind =
  /^ ?(?:has |have |was |were |is |been |imekuwa )*(?:successfully |kikamilifu )?(?:received|sent|paid|credited|debited|deposited|transferred|withdrawn|reversed|deducted|completed|used|(?:ki|i|zi|ya)me\w+|from|to|kutoka|kwenda|cash|~)/

/** Between a part and the whole that is due: "15,000 of 40,000". */
const isOfWhole = (segment: string) => /^ ?(?:(?:out )?of|kati ya)(?: the)?(?: total)? ?$/.test(segment)

const sentenceEnds = new RegExp(sentenceEnd, 'g')

const lastOf = (text: string, words: RegExp): number => {
  let last = -1
  for (const { index } of text.matchAll(words)) last = index
  return last
}

export function rolesOf({ text }: Skeleton): MoneyRole[] {
  const between = text.split('#')
  return between.slice(0, -1).map((segment, index) => {
    if (index > 0 && isOfWhole(segment)) return 'invoice'
    const label = segment.slice(lastOf(segment, sentenceEnds) + 1)
    const ranked = before
      .map(([role, words]) => ({ role, at: lastOf(label, words) }))
      .concat({ role: 'payment', at: lastOf(label, own) })
      .toSorted((one, other) => other.at - one.at)
    const [nearest] = ranked
    if (nearest?.role === 'balance' && savingsProducts.test(label.slice(-40))) return 'savings'
    if (nearest && nearest.at >= 0) return nearest.role
    const following = (isOfWhole(between[index + 1]!) && between[index + 2]) || between[index + 1]!
    const end = following.search(sentenceEnd)
    return behind.test(end < 0 ? following : following.slice(0, end)) ? 'payment' : 'unexplained'
  })
}

export interface MessageMoney {
  payment: FoundMoney | undefined
  balance: FoundMoney | undefined
  fee: FoundMoney | undefined
  /** Whether an amount may be read in two ways, no word explains it, or the payer may have typed one of two balances. */
  isDoubtful: boolean
}

/** Finds the amount that the verb of the message owns: the first behind it, otherwise the one before it. */
export function moneyOf(skeleton: Skeleton, { kind, at }: ReadKind): MessageMoney {
  const roles = rolesOf(skeleton)
  const of = (role: MoneyRole) => skeleton.money.filter((_, index) => roles[index] === role)
  const places = [...skeleton.text.matchAll(/#/g)].map(({ index }) => index)
  const payments = skeleton.money.filter((_, index) => roles[index] === 'payment')
  const placeOf = (one: FoundMoney) => places[skeleton.money.indexOf(one)]!
  const plain = payments.length > 0 ? payments : of('unexplained')
  const [lent] = of('loan')
  const [first] = payments
  const isLent = kind === 'loan' && lent && !(first && placeOf(first) < placeOf(lent))
  const payment = isLent
    ? lent
    : (plain.find((one) => placeOf(one) >= at && placeOf(one) - at < 90) ??
      plain[0] ??
      lent ??
      of('invoice')[0] ??
      (kind === 'outgoing' ? of('fee')[0] : undefined))
  const balances = of('balance')
  const typedBalances = balances.filter(({ at: place }) => place > skeleton.typedAt)
  const areDifferent = typedBalances.some(({ amount }) => amount !== typedBalances[0]!.amount)
  const others = payments.filter((one) => one !== payment && one.amount !== payment?.amount)
  return {
    payment,
    // The provider's own is behind what a payer wrote.
    balance: areDifferent ? typedBalances.at(-1) : balances[0],
    fee: of('fee').find((one) => one !== payment),
    isDoubtful: areDifferent || others.length > 0 || of('unexplained').some((one) => one !== payment),
  }
}
