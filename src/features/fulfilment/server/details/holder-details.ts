import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import type { Input } from '../../../../shared/contract.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import {
  type Answers,
  answeredByCustomer,
  isAnswered,
  type Question,
  questionsOf,
  readAnswers,
} from '../../../catalogue/questions.ts'
import { isDomainName } from '../../../products/names/syntax.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import type { holderDetailsContract } from '../../holder-details.contract.ts'
import '../fulfilment.tables.ts'
import { announceFulfilment } from '../open-fulfilment.ts'

/**
 * What the endings of names ask, and what the caller has answered. Without names: those of the caller's open requests and
 * orders that are still to be answered.
 */
export async function showOwnDetails(
  caller: CallerContext,
  { names }: Input<typeof holderDetailsContract.show>,
) {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    if (names !== undefined) return { items: await detailsOf(tx, settings, person, namesIn(names)) }
    const items = await detailsOf(tx, settings, person, await openNames(tx, person))
    return { items: items.filter((one) => !one.is_complete || one.awaits_documents) }
  })
}

/** The same of a customer, for the staff. */
export async function showDetails(
  caller: CallerContext,
  { customer, names }: Input<typeof holderDetailsContract.review>,
) {
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => ({ items: await detailsOf(tx, settings, customer, namesIn(names)) }))
}

/**
 * A customer answers what the ending of names asks, for each of them. What waits for it at a registrar is sent. Refuses
 * with `NOT_ASKED` where the ending asks nothing, or the names have several, and with `DETAILS_INVALID` and what is wrong
 * with which answer.
 */
export const saveOwnDetails = (caller: CallerContext, input: Input<typeof holderDetailsContract.save>) =>
  saveDetails(caller, { ...input, person: caller.person(), by: 'user' })

/** The staff answers for a customer. Refuses as `saveOwnDetails`, and with `NOT_FOUND`. */
export const saveDetailsFor = (
  caller: CallerContext,
  { customer, ...input }: Input<typeof holderDetailsContract.saveFor>,
) => saveDetails(caller, { ...input, person: customer, by: 'admin' })

interface Answered extends Input<typeof holderDetailsContract.save> {
  person: string
  by: 'user' | 'admin'
}

async function saveDetails(caller: CallerContext, { names: given, answers: typed, person, by }: Answered) {
  const settings = await readSettings(caller.database)
  const names = [...new Set(given)]
  // The session and the permission are checked first.
  return caller.writeAsServer(async (tx) => {
    const questions = questionsOf(settings['domains.questions'], names[0]!)
    const isOfEnding = (name: string) => questionsOf(questions, name).length > 0
    if (!names.every(isOfEnding)) throw new Refused('NOT_ASKED')
    const answered = by === 'admin' ? questions : answeredByCustomer(questions)
    const { answers, problems } = readAnswers(answered, typed)
    // A document that the staff has not seen yet is none.
    for (const { id, kind } of answered)
      if (kind === 'document' && problems[id] === 'missing') delete problems[id]
    if (Object.keys(problems).length) throw new Refused('DETAILS_INVALID', { problems })
    // Answers of one customer are saved one after the other: what the staff notes meanwhile is not lost.
    const customer = await tx.db
      .selectFrom('profiles')
      .select('id')
      .where('id', '=', person)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!customer) throw new Refused('NOT_FOUND')
    const stored = await storedFor(tx, person, names)
    const before = (name: string): Answers => stored.find((one) => one.name === name)?.answers ?? {}
    const after = (name: string): Answers =>
      by === 'admin' ? answers : { ...documentsIn(questions, before(name)), ...answers }
    await tx.db
      .insertInto('holder_details')
      .values(
        names.map((name) => ({
          user_id: person,
          name,
          answers: JSON.stringify(after(name)),
          set_at: caller.now,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'name'])
          .doUpdateSet({ answers: sql<string>`excluded.answers`, set_at: caller.now }),
      )
      .execute()
    if (by === 'user') await dropOldest(tx, person)
    // The answers are personal, and the log is kept.
    await audit(tx, by, {
      action: 'profile.holder-details',
      entity: 'profile',
      entity_id: person,
      after: { name: names.join(', ') },
    })
    await publishEvents(tx, {
      user_id: null,
      type: 'holder-details.saved',
      topics: ['fulfilments'],
      entity_id: person,
      for_admins: true,
    })
    const isNew = (name: string) => !isAnswered(questions, before(name)) && isAnswered(questions, after(name))
    await sendWaiting(tx, person, names.filter(isNew))
    return { items: await detailsOf(tx, settings, person, names) }
  })
}

/** How many names a person's answers are kept for that are neither registered here nor asked for. */
const MOST_UNASKED = 100

/** Deletes the oldest answers for names that nobody has asked for: a name needs no request to be answered for. */
const dropOldest = ({ db }: Transaction, person: string) =>
  sql`
  delete from holder_details
   where user_id = ${person} and name in (
     select name from holder_details details
      where user_id = ${person}
        and not exists (select from requests where user_id = ${person} and subject = details.name)
        and not exists (select from order_lines where user_id = ${person} and domain = details.name)
        and not exists (select from services where user_id = ${person} and name = details.name)
      order by set_at desc, name
     offset ${MOST_UNASKED})`.execute(db)

/** Which documents the staff has seen. */
const documentsIn = (questions: readonly Question[], answers: Answers): Answers =>
  readAnswers(
    questions.filter(({ kind }) => kind === 'document'),
    answers,
  ).answers

/**
 * Sends what waits for details, and what is being prepared without them: one more attempt takes it from the node that may
 * be about to hold it.
 */
async function sendWaiting(tx: Transaction, person: string, names: readonly string[]): Promise<void> {
  if (!names.length) return
  const sent = await tx.db
    .updateTable('fulfilments')
    .set({
      state: 'ready',
      reason: null,
      answer: null,
      attempts: sql<number>`attempts + 1`,
      due_at: sql<Date>`clock_timestamp()`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('user_id', '=', person)
    .where('target', 'in', names)
    .where('kind', 'in', ['register', 'transfer'])
    .where(sql<boolean>`(state = 'ready' or state = 'held' and reason = 'no-details')`)
    .returning('id')
    .execute()
  for (const { id } of sent) await announceFulfilment(tx, id)
}

/** Deletes what a person whose account is deleted has answered. */
export const eraseDetails = ({ db }: Transaction, person: string) =>
  db.deleteFrom('holder_details').where('user_id', '=', person).execute()

const namesIn = (listed: string): string[] => [
  ...new Set(
    listed
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  ),
]

/** The names of a person's open requests and orders, without those that are renewed. */
async function openNames({ db }: Transaction, person: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select subject as name from requests
     where user_id = ${person} and kind = 'domain' and stage in ('asked', 'offered') and renews is null
    union
    select lines.domain from order_lines lines
      join orders on orders.id = lines.order_id
     where lines.user_id = ${person} and lines.state = 'open' and lines.renews is null and orders.status = 'pending'
     order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * What endings ask of names, with the answers: names of the same answers together. Names without any are proposed those that
 * were last given for another name of the ending.
 */
async function detailsOf(tx: Transaction, settings: Settings, person: string, names: readonly string[]) {
  const stored = new Map(
    (await storedFor(tx, person, names)).map(({ name, answers }) => [name, answers] as const),
  )
  const asked = names.flatMap((name) => {
    const questions = isDomainName(name) ? questionsOf(settings['domains.questions'], name) : []
    return questions.length ? [{ name, questions, own: stored.get(name) }] : []
  })
  const groups = Map.groupBy(
    asked,
    ({ questions, own }) => `${questions[0]!.ending} ${own ? JSON.stringify(own) : ''}`,
  )
  const items = []
  for (const of of groups.values()) {
    const { questions, own } = of[0]!
    const { ending } = questions[0]!
    const byCustomer = answeredByCustomer(questions)
    const { answers } = own
      ? readAnswers(questions, own)
      : readAnswers(byCustomer, await latestFor(tx, person, ending))
    const is_complete = isAnswered(byCustomer, own ?? {})
    items.push({
      ending,
      names: of.map(({ name }) => name),
      questions: questions.map(present),
      answers,
      is_complete,
      awaits_documents: is_complete && !isAnswered(questions, own ?? {}),
    })
  }
  return items
}

const storedFor = async ({ db }: Transaction, person: string, names: readonly string[]) =>
  names.length
    ? db
        .selectFrom('holder_details')
        .select(['name', 'answers'])
        .where('user_id', '=', person)
        .where('name', 'in', names)
        .execute()
    : []

/** What a person has last answered for a name of an ending. */
const latestFor = async ({ db }: Transaction, person: string, ending: string): Promise<Answers> =>
  (
    await db
      .selectFrom('holder_details')
      .select('answers')
      .where('user_id', '=', person)
      .where(sql<boolean>`substr(name, strpos(name, '.') + 1) = ${ending}`)
      .orderBy('set_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.answers ?? {}

const present = ({ id, kind, label, required, format, min, max, options }: Question) => ({
  id,
  kind,
  label,
  required,
  format,
  min,
  max,
  options,
})
