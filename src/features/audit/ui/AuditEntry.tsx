import { Fragment, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Moment } from '../../../kit/dates.tsx'
import { FoldedRow } from '../../../kit/list/FoldedRow.tsx'
import { displayName } from '../../../shared/people/person.ts'
import type { Entry } from './audit.api.ts'
import { Changes } from './Changes.tsx'
import { actionLabel, sentenceOf, WHAT, WHO } from './sentences.ts'
import { screenOf, SettingLabelsContext, whatOf } from './subjects.ts'
import { TechnicalDetails } from './TechnicalDetails.tsx'

/** One row of the log: a sentence with its time; opened, what changed, and the technical details. */
export function AuditEntry({ entry }: { entry: Entry }) {
  return (
    <FoldedRow
      label={m.common_details_of({ name: `“${actionLabel(entry.action)}”` })}
      summary={
        <div className="flex items-baseline justify-between gap-x-4 max-sm:flex-col">
          <p className="min-w-0 wrap-anywhere first-letter:uppercase">
            <Sentence entry={entry} />
          </p>
          <span className="shrink-0 text-sm text-muted">
            <Moment at={entry.created_at} exact />
          </span>
        </div>
      }
    >
      <div className="grid gap-3">
        {entry.erased ? <p className="text-muted">{m.audit_erased()}</p> : <Changes entry={entry} />}
        <TechnicalDetails entry={entry} />
      </div>
    </FoldedRow>
  )
}

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

const linkClasses = 'relative font-semibold underline decoration-line underline-offset-4 hover:text-primary'

function What({ entry }: { entry: Entry }) {
  const name = whatOf(entry, useContext(SettingLabelsContext))
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
