/**
 * The words by which banks and wallets name money that pays nothing to the shop: what is taken back, and what is the
 * account owner's own. They stand in the details of statements and in a bank's own narration. What a payer is called or
 * types on a wallet has to be cut out before.
 */

/** A receipt number or the number of a cheque. */
const CODE = String.raw`(?=[a-z._/-]{0,20}\d)[a-z0-9]`
const NUMBER = String.raw`(?:no\.? ?)?[a-z]{0,4}\d{1,20}`
const PAYMENT = String.raw`(?:txn|trxn?|transaction|trans|entry|entries|payment|posting|credit|debit|deposit|c2b|b2c|transfer|muamala|malipo)`
const CHARGE = '(?:ch(?:ar)?ge?s?|fees?)'
const CHANNEL = String.raw`(?:rtgs|eft|tiss|tips|ach|swift|neft|dd|payment|transfer|cheques?|chqs?|chq|item|funds?|credit|debit|salary|effects?)`
const POSTED = '(?:credit|debit|deposit|posting|entry|transfer|payment)(?:ed|s)?'
const SUBJECT = '(?:i|u|ki|ya|li|zi|wa|pa)'

const takenBack = new RegExp(
  [
    String.raw`\brev(?:ersals?|ersed|ersing)\b`,
    String.raw`\b(?:reverse|rev|rvs|rvd|revd|rtn|rtd|ret)[ .:/-]{1,3}(?:(?:of|the) )?(?:(?:${PAYMENT}|${CHANNEL}|${CHARGE})\b|${CODE})`,
    String.raw`\b(?:rev of|rtn)\b|\brev ?[-:/]|\d[a-z]{0,8}[\\/-]rev(?:ersal)?\b`,
    String.raw`\br(?:e?v?r|e?v)sl\b`,
    String.raw`\bcharged? ?-?backs?\b|\brefund(?:ed|s|ing)?\b|\bclaw ?-?backs?\b`,
    String.raw`\b${CHANNEL}(?: ${NUMBER})? (?:returns?|returned|rejected|rejects?|recall(?:ed)?|unpaid|cancell?(?:ed|ation))\b`,
    String.raw`\b(?:returns?|returned|unpaid|rejected) (?:of|inwards?|outwards?|by|${CHANNEL}|${CODE})`,
    String.raw`\breturned\b|\bbounced?\b|\bdishono[u]?red?\b|\brecall(?:ed|s)?\b`,
    String.raw`\bcancell?(?:ed|ation|ing)?\b|\bvoid(?:ed)?\b|\bcorrect(?:ion|ing|ed)\b|\bcontra(?: |-)entry\b|\bwrong(?:ly)? (?:posting|posted|credit(?:ed)?|entry)\b`,
    String.raw`\b${SUBJECT}(?:me|li)(?:rudish|rejesh)[ie]?wa\b|\b(?:kurudish|kurejesh)(?:[ie]?w)?a\b|\bu?rejesho\b|\bmarejesho\b|\burejeshaji\b`,
    String.raw`\b${SUBJECT}(?:me|li)(?:batilish|ghairi|futw)w?a?\b|\bubatilisho\b|\bkubatilishwa\b|\bimekataliwa\b`,
    String.raw`\bstorno\b|\bextourne\b|\bannulation\b|\bannulee?\b|\bcontre-? ?passation\b|\brejet\b|\bremboursement\b|\bruck(?:buchung|lastschrift|uberweisung)\b|\bretoure\b`,
    // What a bank had credited by mistake.
    String.raw`\berroneous(?:ly)?\b|\b(?:in|by|through) (?:error|mistake)\b|\b(?:error|mistaken?|excess|duplicated?|double|invalid|unauthori[sz]ed) ${POSTED}|\bmis-?post(?:ed|ing)\b|\badjust(?:ment|ing) (?:entry|of|for)\b|\b(?:debit|credit|error|balance) adj(?:ustments?)?\b`,
    String.raw`\bkwa makosa\b|\bkimakosa\b|\bpar erreur\b|\b(?:credit|virement|versement|ecriture) errone\w*|\bpor (?:engano|erro|lapso)\b|\b(?:credito|lancamento|deposito) indevid\w*`,
    // A cheque that its bank did not pay.
    String.raw`\brefer(?:red)? to (?:drawer|maker|bank)\b|\binsufficient (?:funds?|effects?|balance)\b|\b(?:effects|funds) not cleared\b|\bpayment stopped\b|\bstop(?:ped)? (?:payment|cheque|chq)\b|\bimpayee?s?\b|\bsans provision\b|\bretour (?:de )?(?:cheque|virement|prelevement|effet)\b|\bsem (?:cobertura|provisao|fundos)\b`,
    String.raw`\bestorn(?:o|os|ada|ado|ar)\b|\bdevolucao\b|\bdevolucoes\b|\bdevolvid[oa]s?\b|\banulacao\b|\banulad[oa]s?\b|\breversao\b|\brevertid[oa]s?\b|\breembolso\b|\bregularizacao\b`,
  ].join('|'),
)

/** What a bank takes for taking something back. */
const charge =
  /\b(?:reversal|refund|charge ?back|return(?:ed)?(?: (?:cheque|chq|item))?|unpaid (?:cheque|chq)|cancellation|recall) (?:charges?|fees?)\b|\b(?:charges?|fees?) (?:for|on) (?:the |a )?(?:reversal|refund|charge ?back|return(?:ed)?|cancellation|recall|unpaid)\b/

/** In small letters without accents. */
const plain = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ')

/** Whether a text speaks of money that is taken back. */
export const takesBack = (text: string): boolean => takenBack.test(plain(text))

const uncertain =
  /\bun-?(?:cleared|collected|reali[sz]ed)\b|\bnot (?:yet )?(?:cleared|reali[sz]ed|collected)\b|\b(?:subject to|awaiting|pending|under) (?:clearing|clearance|collection|reali[sz]ation)\b|\bin clearing\b|\bunder reserve\b|\bsauf bonne fin\b|\bsous reserve\b|\ba l.encaissement\b|\bsalvo boa cobranca\b|\b(?:a|aguarda) (?:boa )?cobranca\b|\bpor compensar\b|\b(?:haija|hazija|bado haija)(?:iva|thibitishwa|kamilika)\b/

/** Whether a text says that a bank has not been paid yet for what it credits: a cheque that has to clear. */
export const isUncertain = (text: string): boolean => uncertain.test(plain(text))

/** Whether a text speaks of what a bank takes for taking something back. */
export const isChargeForReturn = (text: string): boolean => charge.test(plain(text))

const ownMoney = new RegExp(
  [
    String.raw`\bloans?\b|\bln\.? ?(?:disb|adv|credit|no\b)|\bmi?kopo\b|\boverdraft\b|\bo\/?d (?:draw|facility|limit|utili|credit)|\bdraw ?-?down\b|\bdisb(?:\b|ursal|ursement|ursed)|\badvances? disb`,
    String.raw`\binterest\b|\bint\.? ?(?:cr\b|cap|earn|paid|pay|credit|accr)|\briba\b|\bdividends?\b|\bgawio\b|\bcoupon\b`,
    String.raw`\bcommissions?\b|\bkamisheni\b|\bairtime\b|\bcash ?-?backs?\b|\bbonus(?:es)?\b|\bbonasi\b|\bpromo(?:tion(?:al|s)?)?\b|\bwinnings?\b`,
    String.raw`\bown (?:acc|account|a\/c|ac\b|funds?|transfer|money)|\bfrom (?:your|own|my)(?: [\w-]{1,14}){0,2} (?:account|a\/c|acc|savings?|wallet)\b|\bself transfer\b|\binter ?-?account\b|\bintra ?-?account\b`,
    String.raw`\bsavings? (?:account|a\/c|ac\b|transfer|withdrawal|plan|goal)|\b(?:from|of) savings?\b|\bsweep\b|\bswept\b|\bkutoka (?:kwenye |katika |kwa )?(?:akaunti (?:yako|yangu|ya akiba)|akiba)\b|\briba ya akiba\b`,
    String.raw`\borgani[sz]ation settlement\b|\bbusiness deposit\b|\bdeposit at agent\b|\bfloat (?:purchase|deposit|transfer|top)|\b(?:merchant|organi[sz]ation|utility|working|settlement|mmf|float|charges paid)(?: account)? (?:to|-+>?) (?:utility|working|merchant|organi[sz]ation|mmf|float|settlement|bank)\b`,
    String.raw`(?<![a-zà-ÿ])(?:pr[êe]ts?(?![a-zà-ÿ-])|emprunts?\b|d[ée]couvert\b|microcr[ée]dits?\b|int[ée]r[êe]ts?\b|dividendes?\b|ristournes?\b|cadeaux?\b|r[ée]compenses?\b|gains? de (?:jeu|pari)|salaires?\b|avance sur\b|[ée]pargne(?![a-zà-ÿ])|(?:cr[ée]dit|recharge) (?:t[ée]l[ée]phonique|de communication|d'appel))`,
    String.raw`\binguzanyo\b|\binyungu\b|\bkomisiyo\b|\bubwizigame\b|\bumushahara\b`,
    // The shop's own card payments and collections, which a bank or wallet pays out.
    String.raw`\b(?:pos|tpe|tpa|card|cards|visa|mastercard|merchant|acquir(?:er|ing)|terminal|till|paybill|qr|agent|agency|wakala|ecommerce|e-commerce|gateway)(?: [\w/-]{1,14}){0,2} (?:settle?ments?|sttlmt?|setl|sett?l|payouts?|disbursements?)\b|\bsettlements? (?:of|for|from|-) ?(?:the )?(?:pos|card|cards|visa|mastercard|merchant|terminal|till|paybill|qr|agent)\b`,
    String.raw`\b(?:reglement|remise|versement) (?:de |des )?(?:tpe|cartes?|carte bancaire)\b|\b(?:fecho|liquidacao|pagamento)(?: de| do| da)? (?:tpa|pos|cartoes)\b|\bmakusanyo ya (?:pos|wakala|till)\b`,
    String.raw`\bsalar(?:y|ies)\b|\bmi?shahara\b|\bpayroll\b|\bwages\b`,
    String.raw`\b(?:fd|fdr|td|tdr|fixed|term|call)(?: deposit)? (?:maturity|matured|redemption|redeemed|liquidat\w+|proceeds|closure|rollover|uplift\w*)|\bmatur(?:ity|ed)\b|\bfixed deposit\b|\btreasury (?:bill|bond)s?\b|\bt-?(?:bill|bond)s?\b`,
    String.raw`\blev(?:y|ies)\b|\btozo\b|\btax refund\b|\bstanding balance\b|\bm-?shwari\b|\bfuliza\b`,
  ].join('|'),
)

/** Whether a text speaks of money that pays for nothing: a loan, interest, a commission, a salary, one's own savings. */
export const isOwnMoney = (text: string): boolean => ownMoney.test(plain(text))
