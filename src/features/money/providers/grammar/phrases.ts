import { keysOf } from '../../../../shared/pick.ts'
import { providerWords } from '../all-providers.ts'
import type { Language, MessageKind, Phrase } from '../kind.ts'

/** How a kind is said in each language. */
const said = (kind: MessageKind, patterns: Partial<Record<Language, RegExp | RegExp[]>>): Phrase[] =>
  keysOf(patterns).flatMap((language) =>
    [patterns[language] ?? []].flat().map((pattern) => ({ kind, language, pattern })),
  )
const pattern = (...text: Parameters<typeof String.raw>) => new RegExp(String.raw(...text))

/** Verbs of Swahili begin with whom or what they are about and when: i-me-tumwa, zi-li-pokelewa. */
const WHEN = '(?:me(?:sha|kwisha)?|li)'
const YOU = String.raw`\bu${WHEN}`
const THING = String.raw`\b(?:i|zi|ki|vi|ya|li|u|pa)${WHEN}`
const NOT = String.raw`\bha(?:i|u|ya|ku|ki|zi|li|wa|a|tu)?(?:ja|ku|ta)?`

/** What is received and is no money. */
const THINGS =
  'vouchers?|bills?|invoices?|quot(?:e|ation)s?|receipts?|confirmations?|notices?|notifications?|reminders?|points|coupons?|tickets?|statements?|tokens?|escrow'

/** Several payments. */
const COUNT = String.raw`(?<![\d.:/-])\b(?:[2-9]|\d{2,4}|two|three|four|five|six|several|multiple)`

/** What no payment says, wherever it is written. The first that applies decides. */
export const exceptions: readonly Phrase[] = [
  said('otp', {
    en: /one[- ]time[- ](?:password|pin|code)|\botp\b|(?:verification|secret|security|activation|authori[sz]ation|confirmation) code|\b(?:login|code|pin|passcode) is :?\d|\bcode \d[\d ]{2,8} to [a-z]+|\bshare th(?:is|e) (?:code|otp|pin)\b/,
    sw: /namba (?:yako )?ya (?:siri ya muda|uthibitisho)|neno la siri|(?:code|msimbo) (?:wako|ya uthibitisho)|(?:namba|code|msimbo) \d[\d ]{2,8} ku(?:thibitish|idhinish|kamilish)/,
    fr: /code (?:de (?:vérification|verification|confirmation)|secret)|\bcode \d[\d ]{2,8} pour /,
  }),
  said('other', {
    en: pattern`${COUNT} (?:(?!free\b)[a-z]+ ){0,2}(?:payments|transactions|trxns|txns|transfers|deposits|receipts|customers|payers)\b|\b(?:daily|weekly|monthly|day|today'?s|yesterday'?s) (?:[a-z]+ )?(?:total|summary|sales|collections?|takings|payments|receipts)\b|\btotal (?:sales|collections?|takings|payments|receipts)\b|\bsummary (?:of|for)\b|\bnumber of (?:payments|transactions)\b|\b(?:end of day|eod|daily|settlement|sales) report\b`,
    sw: pattern`(?<!(?:kumbukumbu|namba) ya )\b(?:malipo|miamala|wateja) (?:[a-z]+ )?(?:\d{1,4}|wawili|miwili|mawili|kadhaa)(?![\d/:.-])\b|\b(?:mauzo|makusanyo|mapato) (?:yako )?ya (?:leo|jana|siku|wiki|mwezi)|\bjumla ya (?:mauzo|makusanyo|malipo (?:yote|ya (?:leo|siku)))|\bmuhtasari\b|\bidadi ya (?:malipo|miamala|wateja)`,
    fr: pattern`${COUNT} (?:paiements|transactions|transferts|versements|d[ée]p[ôo]ts|clients)\b|\btotal (?:du jour|de la journ[ée]e|des (?:paiements|ventes|recettes))|recettes? du jour|\bnombre de (?:paiements|transactions)|\br[ée]capitulatif`,
    rw: /\b(?:ubwishyu|abakiriya|ibikorwa|inshuro) (?:bu|ba|bi)?\d{1,4}\b(?![\d/:.-])/,
  }),
  said('other', {
    en: pattern`\breceived (?:(?:an?|the|your|new|#|\d+) )*(?:[\w-]+ )?(?:${THINGS})\b`,
    sw: /\bumepokea (?:# )?(?:ankara|bili|pointi|kuponi|risiti|tokeni|faida)\b/,
    fr: /re[çc]u (?:(?:une?|des|votre|vos|la|le|#|nouvelle|nouveau) )*(?:factures?|demandes?|devis|re[çc]us?|quittances?|relev[ée]s?|notifications?|rappels?|coupons?|bons?|tickets?|points?|promesses?)(?![a-zà-ÿ])/,
    rw: /\bwakiriye (?:# )?(?:ubusabe|fagitire|inyemezabuguzi)/,
  }),
  said('other', {
    en: /(?:refund|reversal|return) of (?:the )?(?:\w+ )?(?:levy|tax|fees?|charges?)\b|\b(?:levy|tax|fee|charge) (?:refund|reversal|has been refunded|was refunded)|(?:received|sent you|got) (?:a )?(?:new )?(?:payment |money )?request|\brequests? (?:you|money|(?:a |the )?payment|#)|(?:your )?request (?:to|for)(?: the| a)? revers|reversal request|(?:is|are) requesting|(?:has|have) requested|\brequesting #|asked you for|\bwe (?:have )?received your|(?<!you have |you |you've )\breceived your (?:payment|transfer|order|instruction)|\b(?:order|instruction|mandate)s?\b(?: (?:has been|have been|was|is))? received\b|\breceived:? # (?:payment |transfer )?(?:order|instruction)\b(?! (?:nos?\b|number|\d|#))|\bstatement\b[^#]{0,60}\b(?:is|are|has been) (?:now )?(?:ready|available|sent|attached|generated)|\b(?:download|view) your [\w -]{0,12}statement|\bstanding (?:order|instruction)\b[^.]{0,60}\b(?:set up|created|scheduled|registered|activated)/,
    sw: pattern`(?:rejesho|marejesho) (?:la|ya) (?:tozo|kodi|makato|ada)|(?:tozo|kodi|ada)[^.#]{0,30}(?:me|li)rudish|\bombi (?:la|lako)\b(?![^.]*\bhali(?:ku|ja)(?:fanik|kamil))|\b(?:omb|maomb)(?:i|e) ya malipo|\b(?:a|wa|i|li)(?:na|me|li)(?:ku)?omba\b|${YOU}ombwa|taarifa (?:ya|za) (?:akaunti|miamala)[^#]{0,60}(?:metumwa|tayari|inapatikana)`,
    fr: /\bvous (?:demande|a demandé|réclame)\b|demande (?:de (?:paiement|transfert|fonds|remboursement|#)|d'(?:argent|annulation))|(?:remboursement|restitution) (?:(?:de|des|du|la|les) |d'|l')*(?:frais|taxe|tva|commission|droits)/,
    rw: /\b(?:yagusabye|aragusaba|arasaba)\b/,
  }),
  said('failed', {
    en: [
      /\bfailed\b|\bunsuccessful|\b(?:was|were|has|have) not (?:been )?(?:received|credited)|\bnot (?:been )?(?:successful|completed|processed|sent|approved|authori[sz]ed|delivered|permitted|allowed)|n't (?:go through|been (?:sent|completed|processed))|not go through|cancell?ed (?:the|by)|\b(?:been|was|is) (?:cancell?ed|rejected|aborted|voided|terminated|denied)|insufficient|\bdeclined\b|(?:wrong|incorrect|invalid) (?:pin|password|amount|number|account)|\bunable to\b|could not (?:be )?|couldn't be|cannot be (?:processed|completed)|timed out|do(?:es)? not have enough|\bnot enough\b|(?:pin|password|number|account)\b[^.#]{0,25} (?:is|was) (?:wrong|incorrect|invalid|not)\b|exceed(?:s|ed)\b|\bsorry\b|(?:please |kindly )try again/,
      /\b(?:is|are|was|still|payment|transaction|transfer|status:?) pending\b|\bbeing processed|\b(?:is|are) (?:in progress|processing|queued|on hold)|\bawaiting\b/,
    ],
    sw: pattern`\b(?:i|li|ki|zi|ya|u|ku)m?e?(?:shindikana|shindwa)\b|${THING}(?:feli|kataliwa|ghairiwa|sitishwa|katishwa|futwa|kwama)\b|(?<!\bkama [a-z ]{0,16})${NOT}(?:fanikiwa|kamilika|tosh|wezekana|ruhusiwa)|\bha(?:i|u|ya|ki|zi|li|wa)?(?:ja|ku)(?!(?:ja)?wahi|ta)[a-z]{4,}|\bh(?:au|u|a)wezi\b|hakuna (?:pesa|salio|fedha) (?:za|la) kutosha|\bhuna (?:pesa|salio|fedha)|${YOU}(?:kataa|ghairi|kosea)\b|\b(?:si|sio|siyo|isiyo) sahihi|\bsamahani\b|jaribu tena|\b(?:i|u|ya|zi)na(?:shughulikiwa|chakatwa|subiri)`,
    pt: /\bfalhou\b|\bn[aã]o foi (?:poss[ií]vel|conclu)|\binsuficiente\b/,
    fr: /échou|\bechou|insuffisant|n'a pas (?:abouti|été)|rejet[ée]e?(?![a-zà-ÿ])|refus[ée]e?(?![a-zà-ÿ])|impossible de|non abouti/,
    rw: /\bnt[aiu]\w*(?:bash|shobo[kt]|kun[dz]|gen[dz]e)\w*|byanze|ntihagije|ntabwo (?:byashobotse|b(?:ya|i)kun[dz]e)/,
  }),
  said('reversal', {
    en: /(?<!for |for a |request )\brevers(?:al|ed)\b|\brefund(?:ed)?\b|\brvsl\b|charge ?back|\breturned to you|\brtn (?:in|out)ward/,
    sw: pattern`(?:${THING}|${YOU}|\ba${WHEN})(?:rudish(?:w|iw)a|rejesh(?:w|ew)a|batilishwa|tenguliwa)|kurudish(?:w|iw)a\b`,
    pt: /\b(?:revertid|estornad|devolvid)[oa]\b/,
    fr: /rembours|\bannulé|extourn/,
  }),
  said('loan', {
    en: /repayment of|\boverdraft\b|\b[a-z]{0,8}loan (?:id|payment|instal\w+|repa\w+|disburs\w+|account|has|balance|is due|amount|limit|application)|(?<!get |take |apply for )(?:your|the) (?:[\w-]{1,14} ){0,2}[a-z]{0,8}loan\b|(?:received|borrowed|disbursed|repaid|credited|deposited)[^.]{0,60}\b(?:quick ?)?loan\b|loan(?: of)? # (?:has|have|is|was|approved|disbursed)|\bquick ?loan #|salary advance/,
    sw: /kurejesha|mkopo (?:wako|wa\b|ume)|deni lako|(?:kulipia?|kufidia|kwa ajili ya|sehemu ya|rejesho la|marejesho ya) (?:deni|mkopo)|(?:umepokea|umekopa|umepewa|umelipa|umelipia)[^.]{0,60}\bmkopo|umelipia?\b[^.]{0,40}\bdeni\b|umekopa|umekopeshwa/,
    rw: /\binguzanyo/,
    fr: /votre (?:prêt|pret|emprunt|crédit de(?! communication))|remboursement du prêt|re[çc]u (?:(?:une?|le|la|votre|#|de) )*(?:pr[êe]t|cr[ée]dit(?! (?:t[ée]l|de com|d'app))|micro-?cr[ée]dit|emprunt|avance|d[ée]couvert)(?![a-zà-ÿ-])/,
  }),
  said('other', {
    en: /\b(?:will|shall|to) (?:be )?(?:receive|credited|sent to you|paid to you|deposited|forwarded|passed on|handed over)|\bexpected to|kindly confirm receipt/,
    sw: /\butapokea|\bata(?:ku)?tumia\b|\b(?:i|zi|ya|ki)ta(?:wekwa|ingi?zwa|lipwa|tumwa)|\buta(?:wekewa|ingiziwa|tumiwa|lipwa)\b|\b[a-z]{1,2}natarajiwa|kutoa pesa [\w ]{0,12}atm|kamisheni ya #|\bfloti\b|imewekwa kwa/,
    fr: /vous (?:recevrez|allez recevoir)|\bser(?:a|ont|ez) (?:bientôt )?(?:cr[ée]dit|vers[ée]|envoy|transf|pay)|(?<![a-zà-ÿ])[àa] recevoir\b/,
    rw: /\b(?:uza|muza|aza)(?:kira|kwakira)\b/,
  }),
].flat()

/** Money that came in from the owner's own account or savings. */
export const ownMoney: RegExp =
  /\bfrom (?:your|own) (?!customer|client|friend)|from m-?shwari|kutoka (?:kwenye |katika )?(?:akaunti yako|akiba)|kutoka m-?koba|kutoka (?:kwenye |katika |kwa )?(?:benki|kadi|pochi|simu) (?:yako|yenu|yangu)|(?:de|du|depuis) (?:votre|vos|mon|mes|son) (?:[\w-]+ ){0,2}(?:compte|banque|épargne|epargne|portefeuille|carte)|vuye kuri (?:konti|banki) y(?:awe|anyu)/

/** What is said to have happened. The first one in the text decides. */
export const events: readonly Phrase[] = [
  said('other', {
    en: /a transaction of #|you have (?:been )?(?:successfully )?registered|(?:pin|password) (?:has been |was )?(?:successfully )?(?:changed|reset|updated)|\b(?:been|have|was) (?:successfully )?saved\b|\bearned (?:# |an? )?(?:[\w-]+ ){0,2}(?:interest|commission|bonus|cash ?back)|\binterest (?:of|earned)\b/,
    sw: pattern`umefanikiwa kujisajili|${YOU}(?:jiunga|badili|hifadhi|weka akiba|zawadiwa)|(?:siri|pin)[^.#]{0,30}${WHEN}badilishwa`,
  }),
  said('loan', {
    en: /\bborrowed #/,
  }),
  said('airtime', {
    sw: pattern`${YOU}ongeza (?:salio|muda|vocha)`,
  }),
  said('incoming', {
    en: [
      /you(?:'ve| have| just)? received|(?<!~ )(?:have|has|had) been (?:paid|sent) #|you(?:'ve| have|) got #|(?:has |have |just )?sent you\b|\bsent [^.]{0,20}to your\b|\bsent (?:# )?to you\b|\bpaid (?:to )?you\b/,
      /(?<!your )payment (?:of # )?(?:has been |was )?received(?! by)|(?<!(?:~|recipient|receiver|beneficiary|customer|merchant|agent|payee|number|he|she|they|not)(?: has| have| had)? )\breceived\b(?! by)/,
      /(?<!~ (?:has |have |is |was |been )*)\bcredited\b(?! (?:in)?to (?:~|the\b(?! (?:account|a\/c)(?! of\b))|beneficiary|recipient|receiver|customer|merchant))|\bcredited (?:in)?to your|\byour [^.]{0,40}\b(?:account|a\/c|acc)\b[^.]{0,30} has received|\bcredit(?: (?:alert|advice|transaction|entry))? ?(?:[:!.]|of|notification|#)|a trxn of #|\bcr[:.]? ?#|# cr\b|(?:been|was) added to your|\bincoming (?:transfer|payment|tips|eft|rtgs)|\binward (?:transfer|payment)|money in\b|(?<!you have |you've |you )\bpaid (?:# )?(?:in ?to (?:your (?:[\w-]+ ){0,2})?(?:account|acc|a\/c|till|paybill|wallet|number)\b|to (?:your (?:[\w-]+ ){0,2}(?:account|acc|a\/c|till|paybill|wallet|number)\b|(?:account|acc|a\/c|till|paybill|wallet|number)\b(?=[^.]* (?:by|from) ~)))|(?<!you have |you've |you )\b(?:(?:has|have|was|were|is|been) ){0,2}(?:moved|remitted|wired|posted|settled|made|payment of #)(?: [\w-]+){0,2} (?:in ?)?to (?:you\b|your (?!own|savings)(?:[\w-]+ ){0,2}(?:account|acc|a\/c|till|paybill|wallet|number)\b)|\bpaid # to you\b|payment of # [^.]{0,40}\breceived from ~|\bat your (?:shop|store|till|pos|outlet)\b|\b(?:customer|merchant) payment (?:of )?#|\b(?:sent|transferred|remitted|moved) (?:by|from) ~(?![^.]* to ~)|\b(?:sent|transferred|remitted|moved) to (?:account|acc|a\/c)(?: number| no\.?)?:? [\dx*.]{3,} (?:by|from) ~|# (?:has been |was |is )?paid (?:in )?by ~(?![^.]* to ~)|(?<!you have |you've |you )\bpaid[:,]? # by ~(?![^.]* to ~)|\b(?:payment|transfer|funds|money|remittance|pesalink|deposit)(?: of)? # (?:(?!received|to\b)[\w-]+ ){0,2}(?:from|by) ~(?![^.]* to ~)|\byour [^.~]{0,40}\b(?:till|paybill|wallet|number)\b[^.]{0,30} has received/,
      /(?<!you have )transferred [^.]{0,40}\bto (?:you\b|your (?!own|savings))|payment from ~/,
    ],
    sw: pattern`(?:${YOU}|\bi${WHEN})(?:wekewa|ingiziwa)|${YOU}pokea|\b(?:yako|yenu|akaunti(?: namba)?) (?:(?:inayoishia(?: na| kwa)?|namba) )?[\d*x-]{0,20} ?i${WHEN}pokea|${YOU}(?:pokelewa|tumiwa|rushiwa|hamishiwa)|(?<!\b(?:mkopo|muamala) [^.]{0,60})${YOU}lipwa\b|${YOU}pata (?:#|malipo|pesa|fedha)|umefanikiwa kupokea|\b(?:a|wa|i)?${WHEN}ku(?:tumia|lipa|hamishia|rushia)\b|\b(?:a|wa)${WHEN}lipa # (?:kwenye|kwa) |\b(?:i|zi|ki|ya)${WHEN}ingia|${THING}(?:ingizwa|pokelewa(?! na\b)|pokewa|hamishiwa)|${THING}(?:tumwa|hamishwa|lipwa|wekwa) (?:kwako|kwenu)\b|${THING}(?:tumwa|hamishwa|lipwa|rushwa)\b[^.#]{0,80}(?<!kutoka )(?:kwenye|kwenda|katika|hadi) (?:akaunti|till|namba|wallet|pochi|simu) (?:yako|yenu)\b(?! (?:kwenda|ya (?:akiba|kibubu|malengo))\b)|(?<!\b(?:bili|ankara|luku|deni) (?:yako|yenu|lako|lenu)\b[^.]{0,40})${THING}lipwa (?:(?:kiasi cha |jumla ya )?# )?na (?!wewe|ada|makato|salio|tozo|kodi|vat|gharama)[a-z~\d]|${THING}(?:tumwa|hamishwa|lipwa)\b[^.#~]{0,60}(?<!kwenda )kutoka (?:kwa )?~(?![^.]* (?:kwenda|kwa) ~)|muamala (?:ulioingia|wa kuingia)|\b(?:malipo|pesa|fedha)(?: ya)?:? # kutoka (?:kwa )?~`,
    fr: /vous avez re[çc]u|a été crédité|a ete credite|re[çc]u(?:e?s)? (?:de|du) ~|transfert (?:re[çc]u|(?:de )?# de ~)|vous a (?:envoyé|transféré|payé)|dépôt de # reçu/,
    so: /\bwaxaad (?:# )?ka heshay/,
    pt: /\brecebeste\b/,
    rw: /\b(?:w|mw)akiriye|wohererejwe|bohereje|\bm?waronse|yashyizwe(?:ho|mo)|yinjiye|\b(?:bw|by|y|z)akiriwe (?=[a-z]{1,3}vuye\b)|\b[a-z]{1,3}vuye (?:kuri|kwa) ~ (?:bw|by|y|z)akiriwe\b/,
  }),
  said('deposit', {
    en: /cash[- ]?in\b|cash deposit|bank deposit|have deposited|deposited (?:in|to|into|on|with|at)|\bdeposit of #|give # cash|# deposited/,
    sw: pattern`${THING}wekwa|(?:${YOU}|\ba${WHEN}(?:ku)?)weke?a\b|umefanikiwa kuweka|muwekaji|umefanya amana|\buwekaji wa|\b(?:ku)?weka (?:(?:pesa|fedha) )?#|\bmpe (?:pesa )?(?:taslimu )?#`,
    pt: /\bdepositaste\b/,
    rw: /\b(?:w|mw)abikije|yabikijwe/,
    fr: /dépôt de|depot de/,
  }),
  said('withdrawal', {
    en: /withdraw(?:n|al|)\b|withdrew|cash[- ]?out\b(?! fee)|atm cash/,
    sw: pattern`${YOU}toa\b|(?:kutoa|utoaji wa) (?:pesa|fedha)|umefanikiwa kutoa|mtoaji|umetuma pesa kwa wakala|\btoa #`,
    so: /\bwaxaad (?:# )?(?:ka|la) baxday/,
    pt: /\blevantaste\b|\blevantamento de/,
    rw: /\b(?:w|mw)abikuje|kubikuza/,
    fr: /retrait de|avez retiré/,
  }),
  said('outgoing', {
    en: /\byour (?:[\w-]+ )?(?:(?:payment|deposit|transfer) (?:of # )?(?:to|for) ~|contribution|donation|subscription|premium|instal\w+)|(?<!you |account |wallet |till |a\/c )has received|~ received\b|~ (?:has|have) been (?:sent|paid)|received by|credited (?:in)?to (?:~|the\b(?! (?:account|a\/c)(?! of\b))|beneficiary|recipient|receiver|customer|merchant)|~ (?:has |was |been )+credited(?! (?:in)?to your)|money out\b|have sent|\bsent\b|transferred|\bpaid\b|payment (?:of|to)|transfer (?:of # )?(?:from ~ )?to ~|\bmoved (?:from|to)\b|has been moved|\bremitted\b|\bwas used (?:for|at|on)|\bwas charged\b|\b(?:has|have) been charged|charged (?:on|to|from) your|purchase (?:of )?#|have bought|\bbought\b|purchased?\b(?! with)|\bdeducted|\bdebited|debit(?: (?:alert|advice|transaction|entry))? ?(?:[:!.]|of|notification|#)|\bdr[:.]? ?#|# dr\b|completed to|a trxn of -|a transaction of -|money sent|top(?:ped)?[- ]?up\b|recharged?\b|\bspent #|pos transaction|used to (?:partially |fully )?pay/,
    sw: pattern`${YOU}(?:m|wa)?(?:tuma|lipa\b|lipia|hamisha\b|katwa|nunua|tumia|tozwa|rusha\b|changia)|umefanikiwa ku(?:tuma|lipa|lipia|nunua|hamisha)|\bmalipo yako (?:(?:(?:ya|kwa|kwenda|kwenda kwa) )?(?:#|~) )*(?:[a-z]+ )?yamepokelewa|\b(?:i|zi|ki|vi|ya)${WHEN}lipwa|${THING}(?:tumwa|tolewa|katwa|hamishwa|nunuliwa|chukuliwa|tozwa)|mepokelewa na\b|\b(?:a|wa)${WHEN}pokea|\bkwenda\b|ununuzi wa|makato ya [^#.]{0,30}#|muamala (?:uliotoka|wa kutoka)|\b(?:utumaji|ulipaji|uhamishaji) wa|\bku(?:tuma|lipa|lipia|hamisha|nunua) [^.]{0,100}\bku${WHEN}(?:fanik|kamil)`,
    fr: /vous avez (?:envoyé|envoye|payé|paye|transféré|acheté)|a été débité|a ete debite/,
    so: /\bwaxaad (?:# )?(?:u |ku |ugu )?(?:wareejisay|dirtay|shubtay|bixisay)/,
    pt: /\b(?:transferiste|enviaste|pagaste|compraste)\b/,
    rw: /\b(?:w|mw)ohereje|rungitse\b|yakuwe(?:ho|mo)?\b|yoherejwe|\bkohereza|\bkubitsa|\b(?:w|mw)ishyuye|kwishyura|umaze kugura|(?:w|mw)aguze/,
  }),
  said('bill', {
    en: /payment successful|bill payment|bill transaction|\bkwh\b/,
    sw: /malipo yamekamilika(?![.!:,]? (?:umepokea|mepokea))|maelezo ya ankara|malipo (?:yako )?ya # (?:kwa|kwenda) ~[^.]* yame(?:fanikiwa|kamilika)/,
  }),
].flat()

/** What the sentence of an event may say besides, which makes it another kind. */
export const refinements: readonly { from: readonly MessageKind[]; kind: MessageKind; pattern: RegExp }[] = [
  {
    from: ['incoming', 'deposit'],
    kind: 'outgoing',
    pattern: new RegExp(
      String.raw`\b(?:kwenye|katika|kwenda|kwa) akaunti ya (?!yako|yenu|biashara|benki|lipa|till|m-|t-?pesa|tigo|${providerWords.filter((word) => word.length > 2).join('|')})`,
    ),
  },
  {
    // Somebody else gets the money, and nobody is said to have sent it.
    from: ['incoming', 'deposit'],
    kind: 'outgoing',
    pattern:
      /^(?!.*\b(?:your|from|by)\b).*\b(?:credited|deposited|added)(?: #)? (?:in ?)?to (?:~|another\b|(?:till|paybill|merchant|business|number|wallet|recipient|beneficiary|customer)\b)|\byou(?:'ve| have)? (?:successfully )?credited #|\byou(?:'ve| have)? (?:successfully )?deposited # (?:in ?)?to (?:~|another\b|till|paybill|merchant|number)/,
  },
  {
    from: ['incoming', 'deposit'],
    kind: 'outgoing',
    pattern:
      /^(?!.*\b(?:kutoka\b|na ~)).*\bmalipo (?:yako )?(?:(?:ya|kwa|kwenda|kwenda kwa) (?:#|~) )*(?:kwa|kwenda|kwenda kwa) ~ (?:ya # )?(?:ya|i|zi)me(?:pokelewa|pokewa)/,
  },
  {
    from: ['incoming', 'deposit'],
    kind: 'outgoing',
    pattern:
      /^(?!.*\b(?:(?:from|by) ~|you(?:'ve| have)? received)).*\b(?:payment|transfer|order|instruction|remittance)(?: (?:order|instruction))?(?: of #)?(?: received)? (?:to|for|in favou?r of) ~/,
  },
  {
    from: ['incoming', 'deposit'],
    kind: 'outgoing',
    pattern:
      /^(?!.*\b(?:yako|yenu|kwako|kwenu|kutoka|na ~)).*me(?:wekwa|ingizwa|pokelewa|pokewa) (?:kwenda\b|(?:kwa|kwenye|katika) (?:~|wakala|mpokeaji))/,
  },
  {
    from: ['outgoing', 'withdrawal', 'incoming'],
    kind: 'other',
    pattern:
      /\bfrom (?:~ to )?your (?:[\w-]+ ){0,2}(?:savings?|saver|mmf|goal|fixed deposit)\b|kutoka (?:kwenye |katika )?(?:akiba|kibubu)/,
  },
  {
    from: ['outgoing', 'deposit'],
    kind: 'other',
    pattern:
      /^(?!.*\b(?:been|was) deposited).*(?:\b(?:to|into|in) (?:your|my) (?:[\w-]+ ){0,2}(?:savings?|saver|mmf|goal|fixed deposit)\b|(?:kwenye|katika|kwenda) (?:~ )?(?:akaunti (?:yako )?ya )?(?:akiba|kibubu))/,
  },
  { from: ['outgoing'], kind: 'withdrawal', pattern: /kwa wakala|(?:to|with) agent\b|\batm\b/ },
  {
    from: ['incoming', 'outgoing', 'bill'],
    kind: 'airtime',
    pattern:
      /\bairtime|muda wa maongezi|\bvocha\b|\bbando\b|kifurushi|\bbundles?\b|^(?:y'?ello[.!]? ?|dear [a-z]+,? )?(?:# )?top(?:ped)?[- ]?up of|data pack|umaze kugura|\binite\b|cr[ée]dit (?:t[ée]l[ée]phonique|de communication|d'appel)|\bforfait\b/,
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
      /(?:received|credited|earned|got)(?: with)?(?: #)?(?: as| your| a| an| in| of| the)*(?: [\w-]{1,14}){0,2} (?:commission|interest|cash ?back|bonus|dividend|reward)|as (?:an? |your )?[\w ]{0,20}(?:interest|commission|bonus)|(?<!earn )\b(?:interest|dividend|commission)\b|(?:\bde |\bd'|\bune? |\bdes |\bvotre |\bcomme )(?:int[ée]r[êe]ts?|prime|bonus|ristourne|cadeau|r[ée]compense|salaire)(?![a-zà-ÿ])|\b(?:inyungu|komisiyo)\b/,
  },
  {
    // What is given for nothing, or is given back one day.
    from: ['incoming', 'deposit'],
    kind: 'other',
    pattern:
      /\bas (?:an? |your )?(?:goodwill|compensation|gift)\b|\bsecurity deposit\b|\bkama (?:dhamana|amana|fidia)\b|\bdhamana ya #/,
  },
  {
    from: ['incoming'],
    kind: 'other',
    pattern:
      /(?:umepokea|umepata|wekewa|ingiziwa|umelipwa|mewekwa|meingizwa)[^.]{0,60}\b(?:kamisheni|riba|gawio|bonasi|zawadi)\b/,
  },
  {
    from: ['incoming'],
    kind: 'deposit',
    pattern:
      /(?:kutoka kwa|kupitia|\bna) wakala|(?:from|by|via|through|at) (?:an? |our )?agent\b|(?:\bde|\bpar|\bchez|aupr[èe]s d[e']) ?(?:l'|une? |votre )?agent\b|\bagent deposit|^(?:your |an? )?(?:agent|wakala)\b/,
  },
  {
    from: ['deposit'],
    kind: 'incoming',
    pattern:
      /^(?!.*(?:\bagent|wakala|\bcash|taslimu)).*(?:\bbeen deposited|\bwas deposited|# deposited|deposit of #[^.]*\bby ~|mewekwa)/,
  },
]

/** What the provider says about its service or its own systems. */
export const notices: RegExp =
  /\bmaintenance|matengenezo|\bnew (?:device|phone)\b|kifaa kipya|\blogged in\b|temporarily unavailable|terms of (?:service|use)|privacy policy/

/** What comes with a code that only its owner may see. */
export const secrecy: RegExp =
  /^(?=.*(?<![\d*])\d{4,8}(?![\d*])).*(?:\b(?:not|never|don't) (?:share|disclose|give|reveal|tell)|\busi(?:mpe|mtumie|mwambie|shiriki|toe)\w*|ntukagire|\bcode\b[ :]*(?:is |ni )?\d{4,8}(?!\d))/

/** What sellers write, in messages in which nothing happened. */
export const offers: RegExp =
  /\bdial\b|\bwin\b|\bget\b|\bbonus\b|expired?\b|terms and conditions|t&cs?\b|\boffer|\bpiga \*|\bjishindie|\bshinda\b|\bbonyeza|\bpakua|\bdownload|\bkanda \*|\bjiunge|\bofa\b|\bkopa\b|\bsubscribe|\bapply now|\benjoy\b|\bchance to\b|\breward|\bfree\b|\bbure\b|\bushinde|\bkushinda|\bnafasi ya|\btembelea|\bfungua akaunti|\bpata\b|\bokoa\b|\bfurahia|\bvisit\b|\binvest\b|\b(?:save|earn|borrow) (?:up|more|now|with)|\bdiscount|\bzawadi|\b(?:try|start|join|switch|upgrade)\b|\bprofitez|\bgagnez|\btsindira|\d% |\bnow available|\bpoints?\b|\bpointi|shindia\b|\bu(?:ji)?pat(?:e|ie)\b/
