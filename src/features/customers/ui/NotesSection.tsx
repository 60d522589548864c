import { useInfiniteQuery } from '@tanstack/react-query'
import { StickyNote } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { toastOf } from '../../../client/form/act.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { TextArea } from '../../../kit/form/Field.tsx'
import { CardList } from '../../../kit/list/CardList.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { displayName } from '../../../shared/people/person.ts'
import { NOTE_LIMIT } from '../customers.contract.ts'
import { customersApi } from './customers.api.ts'
import type { SectionProps } from './section.tsx'

/** What the admins have noted about a customer, newest first, and the form for a new note. */
export function NotesSection({ profile }: SectionProps) {
  const list = useInfiniteQuery(
    customersApi.notes.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ profile, cursor, limit: 10 }),
    }),
  )
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <IfMay needs="customers.write">
        <NewNote profile={profile} />
      </IfMay>
      <CardList
        label={m.customers_notes()}
        query={list}
        failed={m.customers_notes_failed()}
        reasonOf={outageMessage}
        empty={<EmptyState icon={StickyNote} title={m.customers_notes_none()} />}
      >
        {(note) => <NoteCard note={note} profile={profile} />}
      </CardList>
    </div>
  )
}

function NewNote({ profile }: { profile: string }) {
  const { values, field, submit, busy } = useStateForm({
    start: { body: '' },
    send: ({ body }) => customersApi.notes.add.call({ profile, body: body.trim() }),
    startsOver: true,
    onFailure: toastOf(errorSentence(m.customers_note_failed)),
    stale: [customersApi.notes.key()],
  })
  return (
    <form className="flex flex-col items-start gap-3" onSubmit={submit}>
      <TextArea
        label={m.customers_note()}
        description={m.customers_note_about()}
        className="w-full"
        {...field('body')}
        maxLength={NOTE_LIMIT}
      />
      <Button type="submit" busy={busy} disabled={!values.body.trim()}>
        {m.customers_note_save()}
      </Button>
    </form>
  )
}

type Note = Awaited<ReturnType<typeof customersApi.notes.list.call>>['items'][number]

function NoteCard({ note, profile }: { note: Note; profile: string }) {
  return (
    <Card className="sm:py-4!">
      <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span className="wrap-anywhere">
          {(note.author && displayName(note.author)) ?? m.audit_role_admin()}
          {'\u00A0· '}
          <RelativeTime at={note.created_at} />
        </span>
        <IfMay needs="customers.write">
          {note.own ? <DeleteNote id={note.id} profile={profile} /> : null}
        </IfMay>
      </div>
    </Card>
  )
}

/** Deletes the admin's own note, after a confirmation. */
const DeleteNote = ({ id, profile }: { id: string; profile: string }) => (
  <AskedButton
    variant="quiet"
    danger
    title={m.customers_note_delete_title()}
    about={m.customers_note_delete_about()}
    confirm={m.customers_note_delete()}
    act={{
      send: () => customersApi.notes.remove.call({ profile, id }),
      failure: errorSentence(m.customers_note_delete_failed),
      stale: [customersApi.notes.key()],
    }}
  >
    {m.customers_note_delete()}
  </AskedButton>
)
