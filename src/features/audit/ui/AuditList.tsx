import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Moment } from '../../../kit/dates.tsx'
import type { Column, CountedPage, NameColumn } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { displayName } from '../../../shared/people/person.ts'
import type { Entry } from './audit.api.ts'
import { Changes } from './Changes.tsx'
import { actionLabel, sentenceOf, WHAT, WHO } from './sentences.ts'
import { screenOf, useSettingLabels, whatOf } from './subjects.ts'
import { TechnicalDetails } from './TechnicalDetails.tsx'

interface AuditListProps {
  query: UseInfiniteQueryResult<InfiniteData<CountedPage<Entry>>>
}

/** The log: a sentence with its time in each row; opened, what changed, and the technical details. */
export const AuditList = ({ query }: AuditListProps) => (
  <DataList
    label={m.common_audit_log()}
    query={query}
    name={name}
    columns={columns}
    failed={m.audit_failed()}
    reasonOf={outageMessage}
    empty={
      <EmptyState icon={ScrollText} title={m.audit_none()}>
        {m.audit_none_about()}
      </EmptyState>
    }
    renderPanel={(entry) => (
      <div className="grid gap-3">
        <p className="wrap-anywhere first-letter:uppercase">
          <Sentence entry={entry} />
        </p>
        {entry.erased ? <p className="text-muted">{m.audit_erased()}</p> : <Changes entry={entry} />}
        <TechnicalDetails entry={entry} />
      </div>
    )}
  />
)

const name: NameColumn<Entry> = {
  header: m.audit_action(),
  text: ({ action }) => actionLabel(action),
  opens: ({ action }) => m.common_details_of({ name: `“${actionLabel(action)}”` }),
  content: (entry) => (
    <span className="block wrap-anywhere first-letter:uppercase">
      <Sentence entry={entry} />
    </span>
  ),
}

const columns: Column<Entry>[] = [
  {
    id: 'time',
    header: m.payments_column_time(),
    width: 'w-52',
    isPlain: true,
    isLine: true,
    cell: ({ created_at }) => (
      <span className="text-sm text-muted">
        <Moment at={created_at} exact />
      </span>
    ),
  },
]

/** Who did what, and for whom: names as links to their screens. */
function Sentence({ entry }: { entry: Entry }) {
  const { actor, subject } = entry
  const sentence = sentenceOf(entry)
  const who = <b className="font-semibold">{actorName(entry)}</b>
  const what = <What entry={entry} />
  const customer = subject?.customer
  // A sentence about a person names that person already.
  const isAbout = customer && !aboutPeople.has(entry.entity) && customer.id !== actor?.id
  return (
    <>
      {sentence ? (
        withParts(sentence({ who: WHO, what: WHAT }), { [WHO]: who, [WHAT]: what })
      ) : (
        <>
          {who}: {entry.action} {what}
        </>
      )}
      {isAbout ? (
        <>
          {' '}
          {m.audit_for()}{' '}
          <Link to={`/admin/profiles/${customer.id}`} className={linkClasses}>
            {customer.name ?? m.audit_gone()}
          </Link>
        </>
      ) : null}
    </>
  )
}

/** The entities whose name is a person's. */
const aboutPeople = new Set(['account', 'profile', 'chat'])

/** A text with its placeholders replaced by elements. */
function withParts(text: string, parts: Record<string, ReactNode>): ReactNode {
  return text
    .split(/([\uE000\uE001])/)
    .map((part, index) => <Fragment key={index}>{parts[part] ?? part}</Fragment>)
}

const linkClasses =
  'relative z-1 font-semibold underline decoration-line underline-offset-4 hover:text-primary'

function What({ entry }: { entry: Entry }) {
  const name = whatOf(entry, useSettingLabels(entry))
  const screen = screenOf(entry)
  return screen ? (
    <Link to={screen} className={linkClasses}>
      {name}
    </Link>
  ) : (
    <span className="font-semibold">{name}</span>
  )
}

function actorName({ actor, actor_role, after }: Entry): string {
  if (actor) return displayName(actor) ?? m.audit_gone()
  if (typeof after?.['key'] === 'string') return after['key']
  return actor_role === 'anonymous' || actor_role === 'user' ? m.audit_visitor() : m.audit_system()
}
