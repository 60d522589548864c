import type { StatementField } from '../../../statements/statement.ts'

/**
 * The names of columns in English, Swahili, French and Portuguese: in lower case, without accents, punctuation and
 * currency. Of several patterns the first one that a column has decides, because a bank names the day of booking and that
 * of the value.
 */
export const columnNames: Readonly<Record<StatementField, readonly RegExp[]>> = {
  date: [
    /^(?:completion time|(?:transaction|trans|tran|txn|trx|posting|posted|post|booking|payment|entry) ?(?:date|dt)(?: time| and time)?)$/,
    /^(?:date(?: time| and time)?|timestamp|transaction time|completed at|created at|paid at|date posted)$/,
    /^(?:tarehe(?: na muda| ya (?:muamala|malipo|kuingia))?|siku)$/,
    /^date (?:(?:de l |d |de )?(?:operation|transaction|ecriture)|comptable)$/,
    /^data(?: (?:e hora|(?:de |do |da )?(?:movimento|mov|lancamento|operacao|transacao|registo)))?$/,
    /^(?:value ?(?:date|dt)|initiation time|tarehe ya thamani|date (?:de )?valeur|data (?:de )?valor)$/,
  ],
  time: [/^(?:time|transaction time|trans time|muda|saa|heure(?: (?:de l |d )?operation)?|hora)$/],
  code: [
    /^(?:receipt(?: ?(?:no|number|id))?|(?:transaction|trans|tran|txn|trx) ?(?:id|ref|reference|no|number|code)|(?:financial )?transaction id)$/,
    /^(?:namba ya (?:muamala|risiti|kumbukumbu|stakabadhi)|kumbukumbu(?: no| namba| ya muamala)?)$/,
    /^(?:(?:n|no|num|numero|id|reference|ref) (?:de (?:la |l )?|d )?(?:transaction|operation|piece|recu)|id transacao)$/,
    /^(?:(?:n|no|num|numero|id|referencia|ref) (?:de |do |da )?(?:transacao|operacao|movimento|documento|doc|recibo))$/,
    /^(?:bank ?ref(?:erence)?|ref(?:erence|erencia)?(?: ?(?:no|number))?|(?:document|cheque) ?(?:no|number)|piece|documento|muamala)$/,
  ],
  in: [
    /^(?:paid in|credits?(?: (?:amount|amt|value))?|credited|deposits?(?: (?:amount|amt))?|money in|amount (?:in|credited|received|deposited)|received|money received|cash in|receipts|payments in|inflows?|cr(?: amount| amt)?|lodgements?(?: amount)?|lodgments?)$/,
    /^(?:(?:fedha |pesa )?zilizo(?:ingia|ingizwa|wekwa|pokelewa)|iliyoingia|pesa iliyoingia|kiasi kili(?:choingia|chopokelewa|chowekwa)|kiasi kilichoingia|mikopo|mapato)$/,
    /^(?:montant (?:du |au |en )?(?:credit|crediteur|credite|recu|entrant)|credit montant|encaissements?|recettes?|versements?|depots?|entrees?)$/,
    /^(?:creditos?|(?:valor|montante) (?:a |do |de )?(?:credito|creditado|recebido|entrada)|entradas?|depositos?|recebimentos?)$/,
  ],
  out: [
    /^(?:withdrawn|withdrawals?(?: (?:amount|amt))?|paid out|debits?(?: (?:amount|amt|value))?|debited|money out|amount (?:out|debited|withdrawn|paid)|cash out|payments(?: out)?|outflows?|dr(?: amount| amt)?)$/,
    /^(?:(?:fedha |pesa )?zilizo(?:toka|tolewa|tumika)|iliyotoka|pesa iliyotoka|kiasi kilicho(?:toka|tolewa)|matumizi)$/,
    /^(?:montant (?:du |au |en )?(?:debit|debiteur|debite|sortant)|debit montant|decaissements?|depenses?|retraits?|sorties?)$/,
    /^(?:debitos?|(?:valor|montante) (?:a |do |de )?(?:debito|debitado|saida)|saidas?|levantamentos?|pagamentos?)$/,
  ],
  amount: [
    /^(?:(?:transaction|trans|txn|trx|net)? ?(?:amount|amt)|kiasi(?: cha muamala)?|value)$/,
    /^(?:montant(?: (?:de (?:la |l )?)?(?:operation|transaction))?|valor(?: (?:do |da )?(?:movimento|operacao|transacao))?|montante|quantia|importancia)$/,
  ],
  direction: [
    /^(?:(?:dr|debit|d) ?(?:or )?(?:cr|credit|c)|(?:cr|credit|c) ?(?:or )?(?:dr|debit|d)|in out|out in|direction|sign|flow)(?: (?:indicator|flag|type|mark))?$/,
    /^(?:sens(?: (?:de l )?(?:operation|mouvement))?|(?:debito|deb) (?:ou )?(?:credito|cred)|(?:credito|cred) (?:ou )?(?:debito|deb)|sentido|sinal|natureza|mwelekeo)$/,
    /^(?:(?:transaction|trans|txn|trx|entry)? ?type|aina(?: ya muamala)?|type (?:d |de )(?:operation|transaction|mouvement)|tipo(?: (?:de |do )?(?:movimento|mov|operacao|transacao))?)$/,
  ],
  currency: [/^(?:currency(?: code)?|ccy|sarafu|devise|monnaie|moeda|divisa)$/],
  balance: [
    /^(?:running|book|closing|available|account|ledger|actual|cleared)? ?balance(?: after)?$|^(?:salio(?: (?:baada|jipya|la sasa|la akaunti|lililobaki))?|bal|baki)$/,
    /^(?:(?:nouveau )?solde(?: (?:apres(?: operation)?|courant|comptable|disponible|progressif|du compte))?|saldo(?: (?:contabilistico|disponivel|final|ac?tual|corrente|apos(?: o)?(?: movimento)?|da conta))?)$/,
  ],
  details: [
    /^(?:(?:transaction |payment |trans |tran )?(?:details?|descriptions?|particulars|narrations?|narrative|remarks)|details of (?:the )?transaction|maelezo(?: ya (?:muamala|malipo))?|memo|purpose)$/,
    /^(?:libelle(?: (?:de )?(?:l )?operation)?|designation|intitule|motif|nature de l operation|details de l operation)$/,
    /^(?:descricao(?: (?:do |da )?(?:movimento|operacao|transacao))?|descritivo|historico|detalhes)$/,
  ],
  party: [
    /^(?:other party info(?:rmation)?|payer(?: name)?|sender(?: name)?|from|counterparty(?: name)?|customer(?: name)?|paid by|mlipaji|mtumaji)$/,
    /^(?:(?:full )?names?|(?:client|depositor|remitter|originator|debtor)(?: name)?|ordering (?:customer|party)|jina(?: la (?:mlipaji|mtumaji|mteja))?)$/,
    /^(?:emetteur|payeur|expediteur|donneur d ordre|nom(?: (?:du |de l )(?:payeur|client|emetteur|expediteur))?)$/,
    /^(?:ordenante|remetente|pagador|depositante|nome(?: (?:do )?(?:cliente|pagador|remetente|ordenante))?)$/,
  ],
  reference: [
    /^(?:a c no|account (?:no|number)|bill ?ref(?:erence)?(?: ?(?:no|number))?|customer ref(?:erence)?|payment ref(?:erence)?|payer ref(?:erence)?)$/,
    /^(?:reference (?:du )?client|reference (?:de )?paiement|referencia (?:do )?cliente|referencia (?:de )?pagamento|kumbukumbu ya (?:mteja|malipo))$/,
  ],
  original: [/^(?:linked transaction id|original (?:transaction|receipt|reference)(?: ?(?:id|no|number))?)$/],
  status: [
    /^(?:transaction |payment |trans )?status$/,
    /^(?:hali(?: ya (?:muamala|malipo))?|statut(?: (?:de la )?transaction)?|estado(?: (?:da )?transacao)?|situacao)$/,
  ],
}
