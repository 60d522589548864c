import { hasUsualDecimals } from '../../amounts.ts'
import { isOwnMoney, takesBack } from '../../no-payment.ts'
import { providerWords, savingsProducts } from '../all-providers.ts'
import { isReceived } from '../kind.ts'
import { lendersAndGames } from '../lenders-and-games.ts'
import { conditional, contrary } from './contrary.ts'
import { isAgent } from './counterparty.ts'
import type { ReadKind } from './kind-of.ts'
import { areMixed, type FoundMoney } from './money.ts'
import { exceptions } from './phrases.ts'
import type { MessageMoney } from './roles.ts'
import { codesBehindNotes, type Skeleton } from './skeleton.ts'

/** Why the text of a message does not prove, in any sender’s name, that money was paid. */
export type ReadingDoubt = 'relayed' | 'taken-back' | 'several' | 'amount' | 'own-money'

/** A message that somebody else has passed on or pasted. */
const passedOn =
  /^\W{0,5}(?:fwd?|forwarded|from|imetumwa kutoka)\b ?:|^\W{0,5}(?:from|kutoka)\b[^.#]{0,40}: |^[>"'“«]|>>|^[^\p{L}\p{N}*<]|^(?:msg|message|sms|ujumbe|meseji|date|\d{1,2}[.)]|\+?\d{9,12}:) ?|forwarded (?:message|sms)|\bsms (?:from|yangu)\b|\bsent from my\b|\bvia whatsapp\b/iu

/** Words of customers, before or behind what a provider writes. */
const chat =
  /\b(?:nime(?:sha|ku)?[a-z]{3,}|nishalipa|nita[a-z]{3,}|na(?:omba|subiri|taka)|ni(?:washie|tumie|saidie|fungulie|julishe|tafute|pigie)|ume(?:ipata|iona)|tafadhali (?:washa|thibitisha|angalia|hakikisha|kamilisha|fungua|wezesha)|hosting|domain|thanks(?! for)|hello|hi|hey|habari|mambo vipi|see (?:my|below)|check (?:my|below|this)|angalia|tazama|i (?:have )?(?:paid|sent)|(?:please|pls|plz|kindly) (?:activate|confirm|check|see|find)|my (?:hosting|order|domain|payment|website)|(?:order|oda|invoice|ankara) {0,2}(?:no\.? ?|number |namba )?\d+|activate|regards|confirm receipt|dear (?:team|sir|madam|support|admin|all)|asap|tayari|boss|ndugu yangu|j'ai (?:payé|paye|envoyé|transféré|versé)|(?:merci de|veuillez|svp) (?:activer|confirmer|vérifier|valider)|mon (?:domaine|site|paiement)|ma (?:commande|facture)|as (?:you can see|proof)|screenshot|proof of payment|wrote|aliandika)\b|\b(?:thank you|asante(?: sana)?), |\b(?:tel|phone|simu|call me):? ?\+?\d{9}|\?$/i

/** Money to an account whose owner is named, as nobody tells the owner. */
const toSomebody = /\b(?:in)?to (?:account|a\/c|acc?)(?: no\.?| number)?:? [\dx*]{4,} (?:- )?~/

/** A signature, or words in brackets, behind the last sentence. */
const signed =
  /[.!\d] ?(?:[-–—] ?\p{L}[\p{L} ]{1,30}|\((?:from|kutoka)\b[^()]{1,40}\)?|\([A-Za-z ]{2,30}\))$/u

/** Words that stand before the verb in what providers send. */
const openings = new Set([
  ...providerWords,
  ...(
    'confirmed imethibitishwa accepted completed successful success successfully imefanikiwa congratulations hongera dear mpendwa ndugu mteja customer ' +
    'transfer new your balance is available updated current salio lako jipya ni yako la ya wa baki kwa na kwenye katika tnx txn txnid transaction trans ' +
    'trxn id no number namba ref reference kumb kumbukumbu muamala utambulisho tid rej receipt risiti received on at tarehe mnamo saa wakati date time ' +
    'am pm to for account acct acc a c akaunti nambari inayoishia ending with hamisho pesa limekamilika umekamilika yamekamilika malipo kiasi cha hawa ' +
    'bank plc tz kenya uganda y ello yello msg the of has been a an from by in and you have alert notification jina amount payment deposit cash mobile ' +
    'wallet hakika i op trx ft code hi mr mrs ms sir madam lipa till merchant business utility pochi tsh credit debit client zimeingia uhamisho umefanikiwa ' +
    'jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun ndg bw bi bwana bibi ac pay via pesalink vooma ' +
    'bonjour cher chère confirme confirmé confirmee confirmée félicitations felicitations réussi réussie reussi reussie effectué effectuée effectue effectuee ' +
    'opération operation paiement transfert dépôt depot montant avis votre compte le la les de du des un une par ' +
    'ubwishyu amafaranga bwa muraho mukiriya'
  ).split(' '),
])
/** Words of what is owed or taken for the transfer. They say nothing of a relayed message. */
const owed = new Set(
  'ankara deni bado imelipwa yamelipwa umelipa gharama makato ada baada imekatwa zimekatwa umekatwa invoice bill order due remaining total term fee fees charge charges charged was of'.split(
    ' ',
  ),
)
/** The words before the verb that no provider writes there. */
function prefaceOf({ text }: Skeleton, at: number): string[] {
  const words = text
    .slice(0, at)
    .replace(/ (?:was|were) $/, ' ')
    .replaceAll(/\b(?:dear|ndugu|mpendwa|mteja)(?: [a-z'.]{1,20}){1,4}[,.:]/g, ' ')
    .match(/(?<![\p{L}\d.-])[\p{L}']{2,}(?![\p{L}\d])/gu)
  return (words ?? []).map((word) => word.replaceAll("'", '')).filter((word) => !openings.has(word))
}

/** Whether a text says that no payment has come in, or that one was taken back, whatever else it says. */
export const deniesPayment = (text: string): boolean =>
  contrary.test(text) || exceptions.some(({ pattern }) => pattern.test(text.toLowerCase()))

const failures = exceptions.filter(({ kind }) => kind === 'failed')
const hasFailed = (text: string) => failures.some(({ pattern }) => pattern.test(text))

/** Several payers, and the sum of several payments. */
const payers = /^\d+ (?:customers|people|payers|payments|transactions)\b/i
const sumOfMany =
  /\breceived (?:a )?total of #|umepokea jumla ya #|\bwateja \d|re[çc]u (?:un )?(?:total|montant total) de #/
/** What a message about one payment says once. */
const repeated = [
  /\breceived\b|umepokea|\bcredited|zimeingia|mepokelewa|vous avez re[çc]u|\bwakiriye/g,
  /\bconfirmed|imethibitishwa/g,
]

/** Payers in whose name money of the shop's own comes, besides those that `isOwnMoney` knows. */
const ownPayers =
  /^(?:[+\d*]+ - )?(?:agent|wakala)\b|\b(?:payout|prizes?|raffle|rewards?|savings?|float|akiba(?! commercial)|proceeds)\b/i
/** A name that ends so says why money came, or what became of it. A company may begin so: "Refund Agency". */
const returnedName =
  /\b(?:failed|reversed|cancell?ed|declined|rejected|pending|unsuccessful|refunded|reversals?|refunds?|chargebacks?|rvsl|returns?|rejesho|marejesho)$/i

/** Cash that the owner has handed to an agent, or put into an account. */
const depositOfOwn =
  /\bagent\b|wakala|give # (?:cash|to ~)|\btoa # kwa ~|\bmpe (?:pesa )?(?:taslimu )?#|\byou(?:'ve| have)? (?:successfully )?deposited # (?:in|to|into|on|at)\b/

/** To which account money came in says nothing about where it came from. */
const destination =
  /\b(?:to|into|in|on|kwenye|katika|kwenda|ya) (?:your |the )?(?:[\w-]+ ){0,2}(?:account|a\/c|acc|akaunti)(?: (?:yako|yenu))?(?: ya (?:akiba|biashara))?/g

/** What the provider itself says of money that came in: none of a payer, or one that is given back. */
export const saidOf = (text: string): 'taken-back' | 'own-money' | null =>
  takesBack(text) ? 'taken-back' : isOwnMoney(text) ? 'own-money' : null

/** Whether an amount is one that came in, as its currency has it. */
const isPlainPayment = (payment: FoundMoney | undefined, currency: string | null): boolean =>
  payment?.amount !== null &&
  payment !== undefined &&
  Number(payment.amount) > 0 &&
  !payment.isContradicted &&
  hasUsualDecimals(payment.amount, currency ?? '')

/** @param currency ISO 4217, of the payment */
export function doubtsOf(
  message: string,
  skeleton: Skeleton,
  { kind, at }: ReadKind,
  { payment, isDoubtful }: MessageMoney,
  currency: string | null,
): ReadingDoubt[] {
  if (!isReceived(kind)) return []
  const payer = skeleton.parts.find(({ role }) => role === 'payer')?.text ?? ''
  const whole = skeleton.sentenceAt(at)
  const sentence = whole.replaceAll(destination, ' ')
  const preface = prefaceOf(skeleton, at)
  const isTwice =
    payers.test(payer) ||
    sumOfMany.test(skeleton.text) ||
    repeated.some((words) => (skeleton.text.match(words)?.length ?? 0) > 1) ||
    codesBehindNotes(skeleton).length > 1
  const isOwn =
    ownPayers.test(payer) ||
    [payer, ...payer.split(/,| - /)].some((one) => lendersAndGames.test(one.trim())) ||
    // A shop that sells airtime pays too.
    isOwnMoney(payer.replace(/\bairtime\b/i, ' ')) ||
    isOwnMoney(sentence) ||
    savingsProducts.test(payer) ||
    (kind === 'deposit' && (depositOfOwn.test(skeleton.text) || skeleton.parts.some((part) => isAgent(part))))
  const all: [ReadingDoubt, boolean][] = [
    [
      'relayed',
      passedOn.test(message) ||
        chat.test(skeleton.blanked) ||
        signed.test(skeleton.blanked) ||
        toSomebody.test(whole) ||
        preface.some((word) => !owed.has(word)),
    ],
    [
      'taken-back',
      contrary.test(skeleton.text) ||
        conditional.test(skeleton.text) ||
        hasFailed(skeleton.text) ||
        takesBack(sentence) ||
        returnedName.test(payer),
    ],
    ['several', isTwice],
    [
      'amount',
      preface.length > 0 ||
        isDoubtful ||
        !isPlainPayment(payment, currency) ||
        areMixed(skeleton.blanked, skeleton.money),
    ],
    ['own-money', isOwn],
  ]
  return all.filter(([, applies]) => applies).map(([doubt]) => doubt)
}
