import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { methodOfSender } from '../../providers/all-providers.ts'
import { homeCurrencies } from '../../providers/countries.ts'
import type { MessageFacts } from '../../providers/read-message.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { areMarks, markedTexts, marksLike } from '../../templates/learn.ts'
import { currencyBeside, spaced, typeOfMark } from '../../templates/places.ts'
import { factsOf } from '../../templates/read.ts'
import { choicesIn, suggestedMarks } from '../../templates/suggest.ts'
import { columnsOf, countryOf } from '../received/decide.ts'
import { countReceived, matchConfirmed } from '../received/decide-by-hand.ts'
import { findReceived } from '../received/received-rows.ts'
import { lockCodes, type Recorded } from '../received/evidence.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { markedOf, propose } from './propose.ts'
import { joinCounted } from './record-again.ts'
import { lockSender, mayBeLearned, ownAccountOf } from './read-incoming.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { templatesContract } from '../../templates/templates.contract.ts'

/** A message that waits because no rule reads it, or nobody has described its sender, with its text. */
type Unread = ReceivedRow & { sender: string; body: string }

/** A message that can be marked. Refuses with `NOT_FOUND`, and with `NOT_UNREAD` what was decided or is read. */
async function unreadRow(tx: Transaction, id: string): Promise<Unread> {
  const row = await findReceived(tx, id)
  const isWaiting = row.state === 'unread' || (row.state === 'held' && row.reason === 'sender')
  if (!isWaiting || row.channel !== 'message' || row.sender === null || !row.body)
    throw new Refused('NOT_UNREAD')
  return row as Unread
}

/**
 * What can be marked in a message, and what probably is to be marked: as in another one of its sender, or else what the
 * readers find. Refuses as `unreadRow` does.
 */
export async function showLabel(caller: CallerContext, id: string) {
  const settings = await readSettings(caller.database)
  const country = countryOf(settings)
  return caller.read(async (tx) => {
    const { sender, body, version } = await unreadRow(tx, id)
    const before = await markedOf(tx, sender)
    const like = before.map((one) => marksLike(one, body)).find((marks) => marks !== undefined)
    const marks = like ?? suggestedMarks(body, sender, country)
    const amount = marks.find(({ field }) => field === 'amount')
    const method = before[0]?.method ?? methodOfSender(sender, settings['payments.methods'])
    return {
      sender,
      version,
      marks,
      choices: choicesIn(body),
      text: spaced(body),
      method:
        settings['payments.methods'].find((name) => method && methodKey(name) === methodKey(method)) ?? null,
      currency:
        (amount && currencyBeside(spaced(body), amount)) ??
        before[0]?.currency ??
        homeCurrencies[country] ??
        null,
      may_be_learned: mayBeLearned(sender),
    }
  })
}

type Label = Input<typeof templatesContract.save>

/**
 * An admin says that a message is a payment, and which parts of its text say what. It counts with these facts, or becomes
 * evidence of the payment with its receipt number that counts already. Refuses with `NOT_FOUND`, `NOT_UNREAD`, `CONFLICT`,
 * `MARKS_INVALID`, and as `confirmReceived` does.
 */
export async function saveLabel(caller: CallerContext, label: Label) {
  const settings = await readSettings(caller.database)
  const { confirmed, sender } = await caller.write(async (tx) => {
    const { sender } = await unreadRow(tx, label.id)
    // Before the row, as an acceptance does.
    await lockSender(tx, sender, 'template')
    const row = await unreadRow(tx, label.id)
    if (row.version !== label.version) throw new Refused('CONFLICT')
    const facts = markedFacts(row, label)
    const columns = {
      ...columnsOf(
        facts,
        { ...row, channel: 'message', text: row.body, receivedAt: row.received_at },
        settings,
      ),
      method: methodKey(label.method),
    }
    await keepMarks(tx, row, label)
    await lockCodes(tx, [columns.code_key ?? []].flat())
    const known = await joinCounted(tx, row, { ...columns, state: 'held', reason: null, rank: 2 })
    if (known) await auditKnown(tx, known, facts)
    const confirmed = known
      ? undefined
      : await countReceived(tx, caller, settings, confirmationOf(label, columns))
    return { confirmed, sender }
  })
  if (confirmed) await matchConfirmed(caller, confirmed)
  const { template, refusal } = await caller.read((tx) => propose(tx, sender, countryOf(settings)))
  return {
    outcome: confirmed ? ('counted' as const) : ('known' as const),
    proposes: template !== null && !template.is_accepted && refusal === null,
  }
}

/** What the marks say. Refuses with `MARKS_INVALID`, and with `CURRENCY_INVALID` where the text names another currency. */
function markedFacts({ sender, body }: Unread, { marks, currency, method }: Label): MessageFacts {
  if (!areMarks(body, marks)) throw new Refused('MARKS_INVALID')
  const named = marks.map((mark) => typeOfMark(mark.field) === 'amount' && currencyBeside(spaced(body), mark))
  if (named.some((one) => one && one !== currency)) throw new Refused('CURRENCY_INVALID')
  const facts = factsOf(markedTexts(body, marks), currency)
  if (!facts) throw new Refused('MARKS_INVALID')
  return mayBeLearned(sender)
    ? { ...facts, own: { account: ownAccountOf(sender), method: methodKey(method) } }
    : facts
}

/** Keeps what was marked beside the text, for what the shop can learn of it. */
const keepMarks = ({ db }: Transaction, { id, body }: Unread, { marks, method, currency }: Label) =>
  db
    .updateTable('payment_evidence')
    .set({ marks: JSON.stringify(marks), method: methodKey(method), currency })
    .where('payment_id', '=', id)
    .where('channel', '=', 'message')
    .where('body', '=', body)
    .execute()

type Columns = ReturnType<typeof columnsOf>

function confirmationOf({ id, version, method }: Label, columns: Columns) {
  const { amount, currency, code, payer_name, payer_phone, reference, paid_at, balance, fee, account } =
    columns
  return {
    id,
    version,
    method,
    amount: Number(amount),
    currency: currency!,
    ...(code !== null && { code }),
    ...(payer_name !== null && { payer_name }),
    ...(payer_phone !== null && { payer_phone }),
    ...(reference !== null && { reference }),
    marked: { amount, currency, paid_at, balance, fee, account },
  }
}

const auditKnown = (tx: Transaction, { row, outcome }: Recorded, { amount, currency, code }: MessageFacts) =>
  audit(tx, 'admin', {
    action: 'received.labelled',
    entity: 'received',
    entity_id: row.id,
    after: { amount, currency, code, outcome },
  })
