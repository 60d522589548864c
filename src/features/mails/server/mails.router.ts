import { implement } from '@orpc/server'
import type { Context, CallerContext } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { type MailSort, mailsContract } from '../mails.contract.ts'
import { type MailDelivery, sendTestMail } from './test-mail.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../../server/database/tables.ts'
import { nameColumns, pickColumns, type ProfileValues } from '../../../shared/people/profile.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { listPage, type SortKey } from '../../../server/database/list.ts'
import { literally } from '../../../server/database/search.ts'
import type { Mails } from '../../../server/mail/mail.tables.ts'
import { translate } from '../../../server/mail/messages.ts'
import { type Locale, locales } from '../../../shared/pages.ts'
import { Refused } from '../../../shared/refusal.ts'
import { type TemplateName, templateNames, templates } from '../../settings/mail-templates.data.ts'
import type { TemplateText } from '../../settings/mail-templates.ts'
import { audit } from '../../audit/server/audit.ts'
import type { Input } from '../../../shared/contract.ts'

const on = implement(mailsContract).$context<Context>().use(authorize)

/** Shows a template with a subject and a text, as a mail would have them. */
export type PreviewTemplate = (
  draft: TemplateText & { template: TemplateName; language: Locale },
) => Promise<{ subject: string; html: string; text: string }>

export const mailsRouter = (delivery: MailDelivery, preview: PreviewTemplate) => ({
  list: on.list.handler(({ context, input }) => listMails(context.caller, input)),
  retry: on.retry.handler(({ context, input }) => retryMail(context.caller, input.id)),
  test: on.test.handler(({ context }) => sendTestMail(context.caller, delivery)),
  templates: on.templates.handler(({ context, input: { template } }) =>
    context.caller.read(async () => ({
      items: standardTemplates.filter((item) => !template || item.template === template),
    })),
  ),
  previewTemplate: on.previewTemplate.handler(({ context, input }) =>
    context.caller.read(async () => {}).then(() => preview(input)),
  ),
})

/** The product's own words for every template, in both languages. */
const standardTemplates = templateNames.flatMap((template) =>
  locales.map((language) => {
    const [subject, text] = templates[template].texts
    return { template, language, subject: translate(language, subject), text: translate(language, text) }
  }),
)

/** The columns that the admin role may read. The data of a mail is not among them. */
const columns = [
  'id',
  'kind',
  'recipient',
  'about',
  'language',
  'secret',
  'state',
  'attempts',
  'due_at',
  'reason',
  'created_at',
  'sent_at',
  'to_file',
] as const
type Row = Pick<Selectable<Mails>, (typeof columns)[number]> & {
  user_id: string | null
} & Pick<ProfileValues, (typeof nameColumns)[number]>

/** Mails with the names of the people whose accounts they are about. */
const mailRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('mails')
    .leftJoin('profiles', 'profiles.id', 'mails.user_id')
    .select(columns.map((column) => `mails.${column}` as const))
    .select('profiles.id as user_id')
    .select(nameColumns)

/** Mails, newest first, filtered by status and the start of the address. */
async function listMails(
  caller: CallerContext,
  { status, q, customer, ...paging }: Input<typeof mailsContract.list>,
) {
  const filter = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(status ? [sql`mails.state = ${status}`] : []),
      ...(customer ? [sql`mails.user_id = ${customer}::uuid`] : []),
    ],
    sql` and `,
  )}`
  const search = q
    ? { columns: sql`recipient`, matches: sql`mails.recipient like lower(${`${literally(q)}%`})` }
    : undefined
  const { rows, ...page } = await caller.read(({ db }) =>
    listPage(db, mailRows(db), { table: 'mails', filter, search, sorts }, paging),
  )
  return { items: rows.map(presentMail), ...page }
}

const sorts = {
  recipient: { by: sql`mails.recipient`, type: 'text' },
  status: { by: sql`mails.state`, type: 'text' },
  kind: { by: sql`mails.kind`, type: 'text' },
  created: { by: sql`mails.created_at`, type: 'timestamptz' },
} as const satisfies Record<MailSort, SortKey>

const findMail = ({ db }: Transaction, id: string): Promise<Row | undefined> =>
  mailRows(db).where('mails.id', '=', id).executeTakeFirst()

/** A mail as the contract shows it. */
const presentMail = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  about: row.about,
  customer: row.user_id === null ? null : { id: row.user_id, ...pickColumns(row, nameColumns) },
  language: row.language,
  status: row.state,
  attempts: row.attempts,
  reason: row.reason,
  next_try_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  can_retry: row.state === 'failed' && !row.secret,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  to_file: row.to_file,
})

/**
 * Queues a failed mail again. Refuses with `NOT_FOUND`, and with `NOT_RETRYABLE` a mail that has not failed or whose code
 * was deleted.
 */
const retryMail = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('mails')
      .set({
        state: 'waiting',
        attempts: 0,
        reason: null,
        due_at: sql<Date>`clock_timestamp()`,
        expires_at: sql<Date>`clock_timestamp() + interval '3 days'`,
      })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where('secret', '=', false)
      .executeTakeFirst()
    const row = await findMail(tx, id)
    if (!row) throw new Refused('NOT_FOUND')
    if (!numUpdatedRows) throw new Refused('NOT_RETRYABLE')
    await audit(tx, 'admin', { action: 'mail.retried', entity: 'mail', entity_id: id })
    return presentMail(row)
  })
