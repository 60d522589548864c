import { currencyWords } from '../../amounts.ts'
import { isOwnMoney, takesBack } from '../../no-payment.ts'
import { isWalletName, walletReceiptOf } from '../all-providers.ts'
import { receiptsIn } from './codes.ts'
import { contrary } from './contrary.ts'

/** What people typed or are called in a message, which says nothing about what happened. */
export interface CutPart {
  role: 'payer' | 'payee' | 'name' | 'principal' | 'account' | 'note' | 'quote'
  text: string
  at: number
  end: number
}

/** Words after which somebody is named. The longer ones come first. */
const partyWords: [CutPart['role'], string][] = [
  [
    'payer',
    String.raw`from|by|kutoka katika|kutoka kwa|kutoka|sent by|paid by|credited by|refunded by|muwekaji:?|depositor:?|payer:?|sender:|de la part de|de|du(?= \+?\d{9})|par|na wakala|kuva kuri|kuva kwa|(?:a|bu|bi|i|yi|zi)vuye (?:kuri|kwa)|ka heshay|(?<=\b(?:[iu]|zi|ya|ki)(?:me|li)[a-z]{1,12}wa (?:[^.]|\.\d){0,40})na`,
  ],
  [
    'payee',
    String.raw`received by|to business|to|kwenda kwa mpokeaji wa|kwenda kwa|kwenda|mpokeaji:?|kwa namba(?= \+?\d{9})|kwa(?! kutumia| msaada| ajili| maelezo| siku)|paid:|maelezo ya ankara|via agent:|agent:|wakala:|à|kuri|para|for(?= \+?\d{9})|u wareejisay|u dirtay|at|with agent`,
  ],
]
const party = new RegExp(
  `(?<![\\p{L}\\d]|\\b(?:due|subject|according|prior) )(?:${partyWords.map(([, words]) => `(${words})`).join('|')})(?: +|(?<=:))(?=[^\\s])`,
  'giu',
)

/** No name begins so: money goes to an account of the owner's, or the sentence goes on. */
const noName =
  /^(?:[Yy]our?s?|YOUR|[Oo]wn|OWN|[Yy]ako|wako|wetu|my|the|this|that|an?|its?|our|us|all|any|pay|see|check|view|get|buy|send|enjoy|dial|use|be|do|act|complete|mistake|error|accept|claim|release|unlock|collect|reverse|withdraw|deposit|transfer|receive|repay|confirm|approve|cancel|manage|report|access|which|[Aa]ccount|[Aa]kaunti|konti|[Aa]cct?|ACCOUNT|AKAUNTI|ACCT?|ACC?|[Aa]\/[Cc]|AC:|kwenye|[Ll]ipa namba|LIPA NAMBA|[Tt]ill|TILL|[Pp]aybill|mkopo|siku|kwako|kwangu|namba|kiasi|once|a|hours?|votre|mon|vos|mes|son|(?:[Bb]enki|BENKI|[Kk]adi|KADI|[Pp]ochi|POCHI|simu|SIMU) (?:[yz]a(?:ko|ngu)|[yz]enu|[YZ]A(?:KO|NGU)|[YZ]ENU)|MAKOSA|KOSA|recevoir|confirmer|transaction|paiement|transfert|confirmation|approbation|autorisation|r[ée]f[ée]rence|nchi)(?![\p{L}])/u
/** How many payments: nobody's name. */
const countOfPayments =
  /^(?:\d{1,4} (?:[a-z]+ )?(?:payments|transactions|paiements)|(?:malipo|miamala) \d{1,4})(?![\p{L}\d])/u
const clockOrDay = /^(?:\d{1,2}[:h]\d|\d{1,4}[./-]\d{1,2}[./-]\d)/

/** Words that end a name. In capitals among small letters they are a part of it, unless a receipt number follows. */
const endWords = new Set(
  (
    'on at via tarehe tar trh mnamo saa new with for to from your yako kwenda kwenye kwny kwa kumb kumbukumbu rej salio baki balance bal ref ' +
    'reference txn txnid trxid tid total account akaunti inayoishia utambulisho is was has have had using through kupitia merchant namba fee fees charge ' +
    'charges charged ada makato jumla in wakati muamala risiti receipt transaction trans date kiasi amount ac a/c and as kama please dial ' +
    'reason message content maelezo thank asante umepokea umetuma you token le au sur votre nouveau solde updated available umerudishwa ' +
    'imerudishwa been sent paid received credited successfully failed could unsuccessful declined because due reversed cancelled pending ' +
    'tariki usigaranye avuye buvuye ikiguzi frais est était aos en pour avec par suite sous ku bwakiriwe yakiriwe byakiriwe zakiriwe'
  ).split(' '),
)
/** Verbs among them. With a capital they are a part of a name: "Failed Bros", "Refund Reversed Ltd". */
const endVerbs = new Set(
  'is was has have had been sent paid received credited successfully failed could unsuccessful declined because due reversed cancelled pending'.split(
    ' ',
  ),
)
/** Whether a word in small letters ends a name, and is no part of one. */
export const isEndOfName = (word: string): boolean => endWords.has(word)

const labelled = /^(?:tid|ref|rej|kumb|txnid|txn|trxid|id|bal)$/i
const startsMoney = new RegExp(
  `^(?:(?:of )?(?:${currencyWords})\\.? ?\\d|\\d[\\d.,]{0,14}(?: \\d{3}){0,3}(?:[.,]\\d{1,2})? ?(?:${currencyWords})(?![a-z]))`,
  'i',
)
const verbOfSwahili =
  /^(?:u|i|ya|ki|li|zi|wa|a|ha[iuy]a?)(?:me|ja|li|ta)[a-z]{4,}$|^ha(?:i|u|ya|ku|ki|zi|li|wa|tu)(?:ku|ja|ta)(?:fanik|kamil|tosh|wez|pokel|tumw|lipw)[a-z]+$/
const joining = /^(?:bin|binti|bint|and|the|van|der|kwa|simu|tel|phone)$/
const MOST_WORDS = 16

/** Where a name ends that begins at `start`. */
function endOfName(text: string, start: number, isLoud: boolean): number {
  // Airtel writes phone, name and note one after the other.
  const listed = /^\+?\d{9,12},(?! ?[A-Za-z]{2,9}:)[^.]{1,120}/.exec(text.slice(start, start + 140))
  if (listed) return start + listed[0].length
  const words = /\S+/g
  words.lastIndex = start
  let end = start
  let startsLoud = false
  for (let count = 0; count < MOST_WORDS; count++) {
    const word = words.exec(text)
    if (!word) break
    const [written] = word
    const bare = written.replace(/[.,;:)]+$/, '')
    const isCapital = !isLoud && bare.length > 1 && bare === bare.toUpperCase() && /[A-Z]/.test(bare)
    const following = text.slice(words.lastIndex, words.lastIndex + 24)
    // "from ASHA OMAR on 0733000997"
    const isOfPhone = bare === 'on' && /^ \+?\d{9}/.test(following)
    const isLabel =
      (/^(?:by|par)$/.test(bare) && !/^ yas\b/i.test(following)) ||
      /^[A-Za-z]{2,20}:/.test(written) ||
      (labelled.test(bare) && /^ ?[A-Z]{0,4}\d{3}/.test(following))
    const isVerbInName = !isLoud && !startsLoud && /^[A-Z]/.test(bare) && endVerbs.has(bare.toLowerCase())
    const isEnd =
      isLabel ||
      verbOfSwahili.test(/^[^.,;:)]*/.exec(written)![0]) ||
      (endWords.has(bare.toLowerCase()) && !isCapital && !isVerbInName)
    // A bank's account stands between the bank and the name: "CRDB Bank, Akaunti ****3600 - NAME".
    const isBankAccount = /^akaunti$/i.test(bare) && /^ [\d*X]+ - /.test(following)
    // A bank writes the receipt number of a wallet behind its name.
    if (count > 0 && isReceiptOf(text.slice(start, word.index), bare)) break
    if (count > 0 && isEnd && !isBankAccount && !isOfPhone) break
    // A name in capitals does not go on in small letters.
    if (startsLoud && /^[a-z]{3}/.test(written) && !joining.test(bare)) break
    startsLoud ||= !isLoud && isCapital
    if (count > 0 && startsMoney.test(text.slice(word.index, word.index + 24))) break
    if (/^\d{1,4}[./-]\d{1,2}[./-]\d|^\d{1,2}:\d\d/.test(written) && count > 0) break
    end = word.index + written.length
    const isSentence =
      /[.!]$/.test(written) && written.length > 3 && !/^(?:ltd|co|inc|mrs|dr|st)\.$/i.test(written)
    if (isSentence || /\)[.,]$/.test(written)) break
  }
  while (end > start && /[\s.,;:-]/.test(text[end - 1]!)) end--
  return end
}

const isReceiptOf = (channel: string, word: string): boolean => {
  if (!/^(?=\D*\d)[A-Za-z\d]{8,20}$/.test(word)) return false
  const name = channel.replace(/[ _]?C2B(?![A-Za-z])|_\d+| \d{5,7}(?= *$)/gi, '').trim()
  return isWalletName(name) && walletReceiptOf(name)?.code.test(word.toLowerCase()) === true
}

const smallWords = /^\p{Ll}[\p{Ll}'’-]*(?: \p{Ll}[\p{Ll}'’-]*){0,4}/u
const firstWord = /^[\p{Ll}'’-]+/u

/**
 * Words in small letters that say what happened to the money, where a name could stand: "kwa makosa", "de salaire". Where
 * all is in capitals, the first word.
 */
function saysWhatHappened(before: string, written: string, isLoud: boolean): boolean {
  const rest = isLoud ? written.toLowerCase() : written
  const words = (isLoud ? firstWord : smallWords).exec(rest)?.[0]
  return (
    words !== undefined &&
    (contrary.test(before.toLowerCase() + words) || takesBack(words) || isOwnMoney(words))
  )
}

/** What payers write, behind these words and a colon, until the next fact of the message. */
const noteWords =
  /(?<![\p{L}\d])(?:(?:reason|message(?: from (?:sender|refunder|agent)| to receiver)?|content|maelezo|ujumbe|sababu|desc(?:ription)?|narration|remarks?|note|motif|detail|ubutumwa)s? ?: ?|in reference to )/giu
const noteEnds =
  /\.?\s(?=(?:your )?(?:new |available )?(?:balance|bal\b|salio|fee\b|ada\b|id:|(?<=\.\s)id ?\d|financial|txn|transaction|ref\b|kumb|tarehe|charges?\b|tid\b|amafaranga|(?:has )?failed at\b))|\. ?$|\.?\*/i
/** What payers write behind these words, where the receipt number has another one. */
const referenceWords =
  /(?<![\p{L}\d]|\b(?:transaction|payment|receipt|txn|trans|muamala|original) )(?:ref(?:erence)?|kumb(?:ukumbu)?|référence)\.?(?: (?:nos?|na|namba|number))?\.?(?:: ?| (?=\S*\d))/giu
/** What they write behind these words in a list. */
const listedNote = /(?<=, )(?:narration|details|reference|ref) (?=[\p{Lu}\d])/gu
/**
 * The name behind the wallet or bank of the one who has it: "kutoka CRDB BANK, jina ASHA OMAR", or, in the group, for whom
 * somebody paid.
 */
const titled = /(?:(?<=, )(?:jina|name):?|(\bon behalf of|\bkwa niaba ya)) (?=\p{Lu})/giu
/** Accounts that payers type. */
const accountWords =
  /(?<![\p{L}\d])(?:for account(?:\/invoice)?|account number:?(?! ?\d*\*)(?= \S+ \S+ new| \S+ new)|to your account (?!(?:number|ending|was|has|is|on|at|and|with|from|by|via|in|to)\b)|for meter|control no\.?|bill number:?|kwa akaunti(?: namba)?)\s?/giu
const accountEnds =
  /,? (?=\(|(?:from|by|via|kutoka) |on \d|and\b|new\b|ref\b|tarehe|at \d|fee\b|total\b|has\b|was\b)|\.(?= |$)|, /i
/** Centenary writes the details behind the balance, in brackets. */
const bracketed = /\bbal:[\d,.]{1,20} \( ?(?=[^)]{1,100}\))/gi
const quotes = /"[^"]{3,400}"|“[^”]{3,400}”|«[^»]{3,400}»/g
/** Airtel writes who paid directly behind the amount. */
const listedPayer = /umepokea \S{1,20}, ?(?=\d{9})/gi
/** A bank names the owner of an account behind its number. */
const owner =
  /\b(?:to|into|TO|INTO) (?:[Aa]ccount|ACCOUNT|[Aa]\/[Cc]|[Aa]cc?|ACC?)(?: [Nn]o\.?| [Nn]umber)?:? [\dxX*]{4,} (?:- )?(?=\p{Lu}{2})/gu
/** The one who acts, at the start of a sentence: "ASHA OMAR has received". */
const subject =
  /(?:^|[.!] )(?!(?:Dear|Hello|Hi|Ndugu|Mpendwa|Cher)\b)(\p{Lu}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{0,30}){1,5}) (?:has |have )?(?=sent|received|successfully|paid|been (?:sent|paid)|amekutumia)/gu

/** Where a text begins that the payer may have typed, also where nothing is taken for it. -1 if there is none. */
export const noteIn = (text: string): number => text.search(noteWords)

/** Finds the names, notes and quoted texts of a message, in their order, none inside another. */
export function findParts(text: string): CutPart[] {
  const isLoud = (text.match(/[a-z]/g)?.length ?? 0) < (text.match(/[A-Z]/g)?.length ?? 0) / 4
  const found: CutPart[] = []
  /** Each part with the word before it, which belongs to nothing else. */
  const taken: { from: number; end: number }[] = []
  const add = (role: CutPart['role'], from: number, at: number, itsEnd: number) => {
    if (taken.some((one) => from < one.end && at >= one.from)) return
    const end = Math.min(itsEnd, ...taken.filter((one) => one.from >= at).map((one) => one.from))
    if (end <= at) return
    taken.push({ from, end })
    found.push({ role, text: text.slice(at, end).replace(/[\s,.;:-]+$/, ''), at, end })
  }
  for (const { 0: quote, index } of text.matchAll(quotes)) add('quote', index, index, index + quote.length)
  const upTo = (at: number, ends: RegExp) => {
    const rest = text.slice(at, at + 200)
    const length = rest.search(ends)
    return at + (length < 0 ? rest.length : length)
  }
  for (const { 0: word, index } of text.matchAll(noteWords))
    add('note', index, index + word.length, upTo(index + word.length, noteEnds))
  // Behind a note, a payer can have written what looks like one.
  const receipts = receiptsIn(text.slice(0, Math.min(...found.map(({ at }) => at))))
  const references = receipts.length > 0 ? [...text.matchAll(referenceWords)] : []
  for (const { 0: word, index } of [...references, ...text.matchAll(listedNote)]) {
    const at = index + word.length
    const [first = '', verb = ''] = /^([\p{L}]*)\S*/u.exec(text.slice(at)) ?? []
    if (receipts.some((code) => first.startsWith(code)) || verbOfSwahili.test(verb) || endWords.has(verb))
      continue
    add('note', index, at, word.includes(':') ? endOfName(text, at, isLoud) : at + first.length)
  }
  for (const { 0: word, index } of text.matchAll(bracketed))
    add('note', index + word.length, index + word.length, text.indexOf(')', index))
  for (const { 0: word, index } of text.matchAll(accountWords))
    add('account', index, index + word.length, upTo(index + word.length, accountEnds))
  for (const { 0: whole, 1: name = '', index } of text.matchAll(subject))
    add('payer', index, index + whole.indexOf(name), index + whole.indexOf(name) + name.length)
  for (const { 0: word, index } of text.matchAll(owner)) {
    const at = index + word.length
    const isName =
      !startsMoney.test(text.slice(at, at + 24)) &&
      !endWords.has(/^\p{L}+/u.exec(text.slice(at))![0].toLowerCase())
    if (isName) add('payee', at, at, endOfName(text, at, isLoud))
  }
  for (const { 0: whole, index } of text.matchAll(listedPayer))
    add('payer', index, index + whole.length, endOfName(text, index + whole.length, isLoud))
  for (const { 0: word, 1: isPrincipal, index } of text.matchAll(titled)) {
    const at = index + word.length
    add(isPrincipal ? 'principal' : 'name', index, at, endOfName(text, at, isLoud))
  }
  // A heading names the sender: "Co-op Kwa Jirani: …".
  const heading = /^\p{Lu}[\p{L} .-]{1,30}: (?=\p{L})/u.exec(text)?.[0].length ?? 0
  for (const match of text.matchAll(party)) {
    const at = match.index + match[0].length
    if (at < heading && match[2] !== undefined) continue
    const role = partyWords[match.slice(1).findIndex((one) => one !== undefined)]![0]
    const rest = text.slice(at, at + 40)
    const isPlace =
      /^(?:at|by|par|na) /i.test(match[0]) &&
      (!/^(?:[A-Z]{2}|\+?\d{9})/.test(rest) || match[0].startsWith('BY'))
    if (
      !isPlace &&
      !noName.test(rest) &&
      !saysWhatHappened(match[0], rest, isLoud) &&
      !countOfPayments.test(rest) &&
      !clockOrDay.test(rest) &&
      !startsMoney.test(rest)
    )
      add(role, match.index, at, endOfName(text, at, isLoud))
  }
  return found.toSorted((one, other) => one.at - other.at)
}
