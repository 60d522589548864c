import type { ReactNode } from 'react'
import { ChevronRight, Link2, Link2Off } from 'lucide-react'
import type { auditApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { displayName } from '../../../shared/person.ts'
import { actionLabel, entityLabel } from './action-labels.ts'

type Entry = Awaited<ReturnType<typeof auditApi.list.call>>['items'][number]

const dateLocales = { en: 'en-GB', sw: 'sw-TZ' }

const roleLabels: Record<string, () => string> = {
  user: m.audit_role_user,
  admin: m.audit_role_admin,
  service: m.audit_role_service,
  anonymous: m.audit_role_anonymous,
}

/** One row of the log: actor, action and time; opened, its changes and its number in the chain. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const role = roleLabels[entry.actor_role]?.() ?? entry.actor_role
  return (
    <details className="group">
      <summary className="grid touch cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 py-3 hover:bg-well sm:grid-cols-[auto_minmax(0,1.2fr)_minmax(0,1fr)_auto] sm:px-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="mt-1 size-4 text-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0">
          <span className="block wrap-anywhere">
            <b className="font-semibold">{actionLabel(entry.action)}</b> {subjectOf(entry)}
          </span>
          <span className="block text-sm text-muted wrap-anywhere">
            <code className="font-mono">{entry.action}</code>
            {[' ', entityLabel(entry.entity), entry.entity_id && shortId(entry.entity_id)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="min-w-0 max-sm:col-start-2">
          <span className="block wrap-anywhere">{actorName(entry) ?? role}</span>
          {entry.actor ? <span className="block text-sm text-muted">{role}</span> : null}
        </span>
        <span className="text-sm text-muted max-sm:col-start-2 sm:text-right">
          <Moment at={entry.created_at} />
        </span>
      </summary>
      <div className="grid gap-3 pt-2 pb-5 sm:pl-9">
        {entry.erased ? (
          <p className="text-muted">{m.audit_erased()}</p>
        ) : (
          <Changes before={entry.before} after={entry.after} />
        )}
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          {entry.entity_id ? <Fact name={m.audit_entity_id()} value={entry.entity_id} /> : null}
          {entry.actor ? <Fact name={m.audit_account()} value={entry.actor.email ?? entry.actor.id} /> : null}
          <Fact
            name={m.audit_chain()}
            value={
              <span className="inline-flex items-center gap-1.5">
                {entry.seq === null ? (
                  <Link2Off aria-hidden className="size-3.5" />
                ) : (
                  <Link2 aria-hidden className="size-3.5" />
                )}
                {entry.seq === null ? m.audit_unsealed() : m.audit_sealed({ number: entry.seq })}
              </span>
            }
          />
        </dl>
      </div>
    </details>
  )
}

/** An erased account has no name: the end of its id is shown instead. */
const actorName = ({ actor }: Entry) => actor && (displayName(actor) ?? shortId(actor.id))

/** The name of what was changed, where the log has it: a domain, an address, a plan. */
function subjectOf({ before, after }: Entry): string {
  const named = [after, before].flatMap((contents) => [contents?.['subject'], contents?.['name']])
  return named.find((one) => typeof one === 'string') ?? ''
}

/** The last eight characters of an id. */
const shortId = (id: string) => (/^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-8)}` : id)

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className="flex min-w-0 gap-1.5">
    <dt className="shrink-0">{name}:</dt>
    <dd className="min-w-0 wrap-anywhere">{value}</dd>
  </div>
)

/** A time to the second, in UTC. */
function Moment({ at }: { at: string }) {
  const { locale } = usePageData()
  const format = new Intl.DateTimeFormat(dateLocales[locale], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return <time dateTime={at}>{format.format(new Date(at))} UTC</time>
}

/** The fields before and after, side by side, with the changed ones marked. */
function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const changes = changesOf(before, after)
  if (!changes.length) return <p className="text-muted">{m.audit_no_contents()}</p>
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="w-1/3 py-1 pr-3 font-semibold">
            {m.audit_field()}
          </th>
          <th scope="col" className="py-1 pr-3 font-semibold">
            {m.audit_before()}
          </th>
          <th scope="col" className="py-1 font-semibold">
            {m.audit_after()}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before: was, after: is, isChanged }) => (
          <tr key={field} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-1 pr-3 font-mono font-normal wrap-anywhere">
              {field}
            </th>
            <td className="py-1 pr-3 wrap-anywhere whitespace-pre-wrap">
              {isChanged && was !== undefined ? (
                <del className="rounded-[3px] bg-rejected-ground px-1 text-rejected">{was}</del>
              ) : (
                (was ?? '–')
              )}
            </td>
            <td className="py-1 wrap-anywhere whitespace-pre-wrap">
              {isChanged && is !== undefined ? (
                <ins className="rounded-[3px] bg-available-ground px-1 text-available no-underline">{is}</ins>
              ) : (
                (is ?? '–')
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One field before and after; undefined where it was not logged. */
interface Change {
  field: string
  before: string | undefined
  after: string | undefined
  isChanged: boolean
}

type Contents = Record<string, unknown> | null

/** The fields before and after, changed ones first. */
function changesOf(before: Contents, after: Contents): Change[] {
  const was = flatten(before ?? {})
  const is = flatten(after ?? {})
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields
    .map((field) => ({
      field,
      before: was[field],
      after: is[field],
      isChanged: was[field] !== is[field],
    }))
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged))
}

/** Nested fields under their whole path: `lines.kahawa.com`. */
function flatten(contents: Record<string, unknown>, path = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(contents))
    if (isFields(value)) Object.assign(found, flatten(value, `${path}${name}.`))
    else found[path + name] = asText(value)
  return found
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
