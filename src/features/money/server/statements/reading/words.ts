import { answerKey } from '../../../statements/statement.ts'

/** Words of statements: status, direction, balances, and money that is not a payment. All are matched whole. */

const set = (words: string) => new Set(words.split(', '))

const completed = set(
  'c, complete, completed, success, successful, succeeded, successfully completed, posted, booked, ok, book',
)
const failed = set(
  'failed, failure, fail, f, declined, cancelled, canceled, rejected, expired, timeout, timed out, unsuccessful, not successful, aborted, voided, error, imeshindikana, imefeli, imekataliwa, imeghairiwa, haikufanikiwa, haijafanikiwa',
)
const pending = set(
  'pending, pdng, processing, in progress, initiated, queued, scheduled, on hold, awaiting, inasubiri, inashughulikiwa, haijakamilika',
)
const takenBack = set(
  'reversed, rvsl, refunded, returned, charged back, chargeback, imerudishwa, imebatilishwa, umerudishwa',
)

/** What a status says of its row. Undefined for an unknown word. */
export function statusOf(cell: string): 'counts' | 'failed' | 'taken-back' | undefined {
  const word = answerKey(cell).replace(/[.!]$/, '')
  if (completed.has(word)) return 'counts'
  if (failed.has(word) || pending.has(word)) return 'failed'
  return takenBack.has(word) ? 'taken-back' : undefined
}

const inwards = set(
  'c, cr, credit, crdt, credited, in, +, incoming, inward, inflow, received, receive, deposit, cash in, money in, paid in, cash deposit, pokea, ingia, iliyoingia, umepokea, kuweka, imeingia, mapato, crediteur, encaissement, entree, depot, versement, credito, entrada, deposito, recebimento',
)
const outwards = set(
  'd, dr, debit, dbit, debited, out, -, \u2212, outgoing, outward, outflow, sent, send, withdrawal, withdraw, withdrawn, charge, charges, fee, fees, cash out, money out, paid out, atm, toa, tuma, iliyotoka, umetuma, umetoa, makato, ada, imetoka, debiteur, decaissement, sortie, retrait, frais, debito, saida, levantamento, comissao',
)

/** Which way a word says that money went. Undefined for an unknown word. */
export function directionOf(cell: string): 'in' | 'out' | undefined {
  const word = withoutAccents(answerKey(cell)).replace(/\.$/, '')
  if (inwards.has(word)) return 'in'
  return outwards.has(word) ? 'out' : undefined
}

const withoutAccents = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

const BALANCE = 'bal(?:ance)?s?'
/** "B/F", "c/fwd", "b/d". */
const CARRIED = '[bc] ?(?:f|fd|fwd|d|dn|forward|down)'
/** In small letters without punctuation and accents. */
const balanceWords = new RegExp(
  [
    String.raw`(?:(?:account|acc|acct|a c|opening|opn|op|closing|cl|starting|start|initial|ending|end|beginning|final|available|avail|cleared|uncleared|book|ledger|actual|previous|prev|last|prior|preceding|old|new|month|monthly|daily|period|current|running|day|of|statement|page|brought|carried) ){1,5}${BALANCE}`,
    String.raw`${BALANCE} ?(?:(?:brought |carried )?(?:forward|f ?wd|down|over)|${CARRIED}|as (?:at|of|on)|(?:(?:from|of|on|in|as per|per) )?(?:the |your )?(?:previous|last|prior|preceding|earlier|old) (?:page|statement|month|sheet|day|period|account|year|week)|at (?:the )?(?:start|beginning|opening|closing|end))`,
    String.raw`(?:brought|carried) (?:forward|fwd|down|over)|${CARRIED}`,
    String.raw`salio (?:la |ya |lililo |lili)?(?:kuanzia|kuanza|anzia|kianzio|lianzia|awali|mwanzo|mwisho|mwishoni|nyuma|kufunga|kufungua|lililoletwa|letwa|lililohamishwa|hamishwa|lililopita|lililobaki|iliyopita|zamani|kabla|mbele|sasa)`,
    String.raw`(?:ancien |nouveau )?solde (?:d ouverture|initial|final|de (?:cloture|depart|fin|debut)|precedent|anterieur|reporte|a nouveau|debiteur|crediteur|au \d)|(?:ancien|nouveau) solde|report (?:a nouveau|de solde|solde)|a nouveau`,
    String.raw`(?:saldo|(?:novo|antigo) saldo) (?:inicial|final|anterior|de abertura|de fecho|de encerramento|ac?tual|disponivel|contabilistico|transportado|transitado|a transportar|do (?:mes|extrac?to|periodo|dia) anterior|em \d)|(?:novo|antigo) saldo`,
  ]
    .map((form) => `(?:${form})`)
    .join('|'),
)
const startsBalance = new RegExp(`^(?:${balanceWords.source})\\b`)
/** A day, a month or a page behind the words of a balance. */
const BEHIND = String.raw`(?: (?:from|for|of|on|as|at|the|to|per|page|previous|month|statement|account|period|last|day|la|ya|tarehe|mwezi|du|au|le|jan\w*|feb\w*|ma[rcy]\w*|apr\w*|mei|ju[nl]\w*|aug\w*|ago\w*|sep\w*|o[ck]t\w*|nov\w*|de[cs]\w*|[a-z]{0,4}\d+))*`
const isWholeBalance = new RegExp(`^(?:${balanceWords.source})${BEHIND}$`)
const totalWords =
  /^turnovers?$|^(?:(?:sub|grand|page|net|overall|report|monthly|daily|weekly|yearly) ?)?totals?(?: (?:of|for|in|out|paid|the|this|all|money|amounts?|credits?|credited|debits?|debited|withdrawn|deposits?|withdrawals?|transactions?|receipts?|payments?|month|monthly|day|daily|week|period|year|page|statement|received|sent|turnover|movements?|jan\w*|feb\w*|ma[rcy]\w*|apr\w*|ju[nl]\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|[a-z]{0,3}\d+))*$|^jumla(?: (?:kuu|ndogo|ya|za|la|zilizoingia|zilizotoka|iliyoingia|iliyotoka|kilichoingia|kilichotoka|mapato|matumizi|mwezi|siku|wiki|mwaka|miamala|yote|zote|fedha|pesa|malipo|huu|hii))*$|^(?:balance|bal|salio|solde|saldo|baki)$|^(?:total|totaux) (?:des )?(?:mouvements?|credits?|debits?)$/

/** What stands at the start or the end of a statement with nothing behind it. A payer has a receipt number beside it. */
const lineWords =
  /^(?:opening|closing|ouverture|cloture|abertura|fecho|encerramento|ufunguzi|kufungua|kufunga|mwanzo|mwisho|starting|ending|carry ?over|carried|forward(?:ed)?|a reporter|a transportar)(?: (?:entry|figure|amount|position|line|balances?|of|the|statement|account|month|day|period|du|de|la|le|do|da|mois|mes|ya|wa|mwezi|hesabu|[a-z]{0,3}\d+))*$/
const SUM_TAIL =
  '(?:of|for|in|out|all|the|this|des?|du|la|les?|das?|dos?|do|ya|za|wa|credits?|credited|creditos?|debits?|debited|debitos?|deposits?|depots?|depositos?|withdrawals?|retraits?|levantamentos?|receipts?|recettes?|payments?|paiements?|pagamentos?|transactions?|operations?|operacoes|mouvements?|movimentos?|movements?|entrees?|entradas?|sorties?|saidas?|encaissements?|decaissements?|amounts?|money|received|paid|sent|inflows?|outflows?|general|geral|generale|page|pagina|month|mois|mes|day|jour|dia|period|periode|periodo|year|zote|yote|mapato|matumizi|miamala|[a-z]{0,3}\\d+)'
/** The sum of what stands above. */
const sumWords = new RegExp(
  `^(?:(?:sub|grand|net|running) ?)?(?:sums?|somme|soma|somatorio|totals?|totaux|totais|cumul|total general|total geral)(?: ${SUM_TAIL})*$`,
)

/** In small letters, without accents and punctuation. */
const bare = (text: string): string =>
  text
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Whether a text says that its row is a balance or a total, and no money that moved. `whole` is one that says nothing else, and
 * `line` a word for a line that is none of the movements. `maybe` is a word that payers write too: who pays a rest writes
 * "Balance".
 */
export function balanceLine(text: string): 'whole' | 'line' | 'yes' | 'maybe' | 'no' {
  const plain = bare(text)
  if (isWholeBalance.test(plain)) return 'whole'
  if (startsBalance.test(plain)) return 'yes'
  if (lineWords.test(plain) || (sumWords.test(plain) && !/^totals?$/.test(plain))) return 'line'
  return totalWords.test(plain) ? 'maybe' : 'no'
}
