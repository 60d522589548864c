import type { MessageKind } from '../kind.ts'

/** ISO 639-1, of the languages in which wallets and banks of the region write. */
export type Language = 'en' | 'sw' | 'fr' | 'rw'

/**
 * How a language says that something happened. In the text that a pattern reads, small letters, `#` stands for an amount
 * and `~` for a name or for what somebody typed.
 */
export interface Phrase {
  kind: MessageKind
  language: Language
  pattern: RegExp
}

const phrase = (kind: MessageKind, language: Language, pattern: RegExp): Phrase => ({
  kind,
  language,
  pattern,
})

/** What no payment says, wherever it is written. The first that applies decides. */
export const exceptions: readonly Phrase[] = [
  phrase(
    'otp',
    'en',
    /one[- ]time (?:password|pin|code)|\botp\b|(?:verification|secret|security|activation|authori[sz]ation|confirmation) code|\b(?:login|code|pin|passcode) is :?\d/,
  ),
  phrase(
    'otp',
    'sw',
    /namba (?:yako )?ya (?:siri ya muda|uthibitisho)|neno la siri|(?:code|msimbo) (?:wako|ya uthibitisho)/,
  ),
  phrase('otp', 'fr', /code (?:de (?:vérification|verification|confirmation)|secret)/),
  phrase(
    'other',
    'en',
    /(?:refund|reversal|return) of (?:the )?(?:\w+ )?(?:levy|tax|fees?|charges?)\b|\b(?:levy|tax|fee|charge) (?:refund|reversal|has been refunded|was refunded)|(?:received|sent you|got) (?:a )?(?:new )?(?:payment |money )?request|\brequests? (?:you|money|payment|#)|(?:is|are) requesting|(?:has|have) requested|\brequesting #|asked you for|\bwe (?:have )?received your/,
  ),
  phrase(
    'other',
    'sw',
    /(?:rejesho|marejesho) (?:la|ya) (?:tozo|kodi|makato|ada)|(?:tozo|kodi|ada)[^.#]{0,30}(?:me|li)rudish|\bombi la\b|\bomb(?:i|e) ya malipo|anaomba|ameomba|umeombwa|anakuomba/,
  ),
  phrase(
    'failed',
    'en',
    /\bfailed\b|\bunsuccessful|not (?:been )?(?:successful|completed|processed)|cancell?ed the|has been (?:cancell?ed|rejected)|insufficient|\bdeclined\b|wrong pin|incorrect pin|\bunable to\b|could not (?:be )?|couldn't be|cannot be (?:processed|completed)|timed out|do(?:es)? not have enough/,
  ),
  phrase(
    'failed',
    'sw',
    /(?:i|li|ki|zi|ya|u|ku)m?e?(?:shindikana|shindwa)\b|\bha(?:i|u|ya|ku|ki|zi|li)(?:ja|ku|ta)?(?:fanikiwa|kamilika|tosh)|hakuna pesa za kutosha|\bhuna (?:pesa|salio|fedha)|(?:i|u|ya)mekataliwa|umekataa|halitoshi|umeghairi|(?:i|u|ya)mesitishwa|umekosea (?:pin|namba ya siri)/,
  ),
  phrase('failed', 'fr', /\béchou|\bechou|insuffisant|n'a pas (?:abouti|été effectu)/),
  phrase('failed', 'rw', /ntibyakunze|ntibishobotse|byanze|ntihagije|ntabwo (?:byashobotse|byakunze)/),
  phrase(
    'reversal',
    'en',
    /(?<!for |for a |request )\brevers(?:al|ed)\b|\brefund(?:ed)?\b|\brvsl\b|charge ?back|returned to your|\brtn (?:in|out)ward/,
  ),
  phrase(
    'reversal',
    'sw',
    /(?:i|u|ki|ya|li|zi|a)merudish(?:w|iw)a|kurudish(?:w|iw)a\b|(?:ya|i|u)mebatilishwa|umerudishiwa/,
  ),
  phrase('reversal', 'fr', /rembours|\bannulé|extourn/),
  phrase(
    'loan',
    'en',
    /repayment of|\boverdraft\b|\bloan (?:id|repa\w+|disburs\w+|account|has|balance|is due|amount|limit|application)|(?<!get |take |apply for )(?:your|the) (?:[\w-]{1,14} )?loan\b|(?:received|borrowed|disbursed|repaid|credited|deposited)[^.]{0,60}\b(?:quick ?)?loan\b|\bloan(?: of)? # (?:has|is|was|approved|disbursed)|\bquick ?loan #|salary advance/,
  ),
  phrase(
    'loan',
    'sw',
    /kurejesha|mkopo (?:wako|wa\b|ume)|deni lako|(?:umepokea|umekopa|umepewa)[^.]{0,60}\bmkopo|umekopa/,
  ),
  phrase('loan', 'rw', /\binguzanyo/),
  phrase('loan', 'fr', /votre (?:prêt|pret|crédit de)|remboursement du prêt/),
  phrase(
    'other',
    'en',
    /\b(?:will|shall|to) (?:be )?(?:receive|credited|sent to you|paid to you|deposited)|\bexpected to|kindly confirm receipt/,
  ),
  phrase(
    'other',
    'sw',
    /\butapokea|\bata(?:ku)?tumia\b|zitaingi?zwa|itaingi?zwa|kutoa pesa [\w ]{0,12}atm|kamisheni ya #|\bfloti\b|imewekwa kwa/,
  ),
]

/** Money that came in from the owner's own account or savings. */
export const ownMoney: RegExp =
  /\bfrom (?:your|own) (?!customer|client|friend)|from m-?shwari|kutoka (?:kwenye |katika )?(?:akaunti yako|akiba)|kutoka m-?koba|de votre compte/

/** What is said to have happened. The first one in the text decides. */
export const events: readonly Phrase[] = [
  phrase(
    'other',
    'en',
    /a transaction of #|you have (?:been )?(?:successfully )?registered|(?:pin|password) (?:has been |was )?changed/,
  ),
  phrase('other', 'sw', /umefanikiwa kujisajili|umejiunga|umebadili/),
  phrase(
    'incoming',
    'en',
    /you(?:'ve| have| just)? received|(?:have|has|had) been paid #|(?:has |have |just )?sent you\b|\bsent [^.]{0,20}to your\b|\bsent (?:# )?to you\b|\bpaid (?:to )?you\b/,
  ),
  phrase(
    'incoming',
    'en',
    /\breceived\b(?! by)(?=[.:]? *(?:tid|trans|txn|a payment of|payment of|payment|#))|# (?:has been |was |is )?received\b(?! by)|\breceived from\b|payment (?:of # )?(?:has been |was )?received(?! by)/,
  ),
  phrase(
    'incoming',
    'en',
    /(?:been|is|was) credited|credited (?:with|by|to|into|#)|\byour [^.]{0,40}\b(?:account|a\/c|acc)\b[^.]{0,30} has received|\bcredit(?: alert| advice)? ?(?::|of|notification|#)|a trxn of #|\bcr[:.]? ?#|# cr\b|(?:been|was) added to your|\bincoming (?:transfer|payment|tips|eft|rtgs)|\binward (?:transfer|payment)|# credited\b|money in\b/,
  ),
  phrase(
    'incoming',
    'en',
    /(?<!you have )transferred [^.]{0,40}\bto (?:you\b|your (?!own|savings))|payment from ~/,
  ),
  phrase(
    'incoming',
    'sw',
    /umepokea|(?:u|i)mewekewa|umetumiwa|umelipwa|a?mekutumia|amekulipa|(?:i|zi|ki|ya)meingi(?:a|zwa)|(?:i|zi|ki|ya)mepokelewa(?! na\b)|muamala ulioingia|malipo (?:ya # )?yamepokelewa(?! na\b)/,
  ),
  phrase(
    'incoming',
    'fr',
    /vous avez re[çc]u|a été crédité|a ete credite|re[çc]u de ~|vous a (?:envoyé|transféré|payé)|dépôt de # reçu/,
  ),
  phrase('incoming', 'rw', /\b(?:w|mw)akiriye|wohererejwe|bohereje|mwaronse/),
  phrase(
    'deposit',
    'en',
    /cash[- ]?in\b|cash deposit|bank deposit|have deposited|deposited (?:in|to|into|on|with)|\bdeposit of #|give # cash|# deposited/,
  ),
  phrase(
    'deposit',
    'sw',
    /(?:ki|i|zi|ya)mewekwa|umeweka\b|umefanikiwa kuweka|muwekaji|umefanya amana|\bweka #|\bmpe #/,
  ),
  phrase('deposit', 'fr', /dépôt de|depot de/),
  phrase('withdrawal', 'en', /withdraw(?:n|al|)\b|withdrew|cash[- ]?out\b(?! fee)|atm cash/),
  phrase('withdrawal', 'sw', /umetoa\b|kutoa pesa|umefanikiwa kutoa|umetuma pesa kwa wakala|\btoa #/),
  phrase('withdrawal', 'fr', /retrait de|avez retiré/),
  phrase(
    'outgoing',
    'en',
    /(?<!you )has received|received by|have sent|\bsent\b|transferred|\bpaid\b|payment (?:of|to)|have bought|\bbought\b|purchased?\b(?! with)|\bdeducted|\bdebited|debit(?: alert| advice)? ?(?::|of|#)|\bdr[:.]? ?#|# dr\b|completed to|a trxn of -|a transaction of -|money sent|top(?:ped)?[- ]?up\b|recharged?\b|\bspent #|pos transaction|used to (?:partially |fully )?pay/,
  ),
  phrase(
    'outgoing',
    'sw',
    /umetuma|(?:i|zi|ki|ya)melipwa|mepokelewa na\b|\bamepokea|umelipa\b|umelipia|umehamisha|(?:ki|i|zi|ya)metumwa|(?:ki|i|zi|ya)metolewa|(?:ki|i|zi|ya)mekatwa|umekatwa|\bkwenda\b|umenunua|ununuzi wa|umetumia/,
  ),
  phrase(
    'outgoing',
    'fr',
    /vous avez (?:envoyé|envoye|payé|paye|transféré|acheté)|a été débité|a ete debite/,
  ),
  phrase(
    'outgoing',
    'rw',
    /\b(?:w|mw)ohereje|\bkohereza|\bkubitsa|\b(?:w|mw)ishyuye|kwishyura|umaze kugura|(?:w|mw)aguze/,
  ),
  phrase('bill', 'en', /payment successful|bill payment|bill transaction|\bkwh\b/),
  phrase('bill', 'sw', /malipo yamekamilika|maelezo ya ankara/),
]

/** What the sentence of an event may say besides, which makes it another kind. */
export const refinements: readonly { from: readonly MessageKind[]; kind: MessageKind; pattern: RegExp }[] = [
  { from: ['outgoing'], kind: 'withdrawal', pattern: /kwa wakala|(?:to|with) agent\b|\batm\b/ },
  {
    from: ['incoming', 'outgoing', 'bill'],
    kind: 'airtime',
    pattern:
      /\bairtime|muda wa maongezi|\bvocha\b|\bbando\b|kifurushi|\bbundles?\b|^(?:y'?ello[.!]? ?)?(?:# )?top(?:ped)?[- ]?up of|data pack|umaze kugura|\binite\b/,
  },
  {
    from: ['outgoing'],
    kind: 'bill',
    pattern: /for account|for meter|\bluku\b|\btoken\b|control no|\bkwh\b|paid to ~ for|kumbukumbu ya malipo/,
  },
  {
    from: ['incoming'],
    kind: 'other',
    pattern:
      /(?:received|credited|earned|got)(?: with)?(?: #)?(?: as| your| a| an| in| of| the)*(?: [\w-]{1,14}){0,2} (?:commission|interest|cash ?back|bonus|dividend|reward)|as your [\w ]{0,20}(?:interest|commission|bonus)|\b(?:monthly|daily|savings) interest/,
  },
  {
    from: ['incoming'],
    kind: 'other',
    pattern: /(?:umepokea|umewekewa|umelipwa|mewekwa)[^.]{0,60}\b(?:kamisheni|riba|gawio|bonasi|zawadi)\b/,
  },
  { from: ['incoming'], kind: 'deposit', pattern: /kutoka kwa wakala|from agent\b|\bagent deposit/ },
]

/** What sellers write, in messages in which nothing happened. */
export const offers: RegExp =
  /\bdial\b|\bwin\b|\bget\b|\bbonus\b|expired?\b|terms and conditions|t&cs?\b|\boffer|\bpiga \*|\bjishindie|\bshinda\b|\bbonyeza|\bpakua|\bdownload|\bkanda \*|\bjiunge|\bofa\b|\bkopa\b|\bsubscribe|\bapply now/
