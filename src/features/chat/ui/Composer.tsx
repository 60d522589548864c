import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import { inputClasses } from '../../../kit/form/Field.tsx'
import { LINE_LIMIT } from '../chat.contract.ts'
import { saveTabTextFor, tabTextFor, useSession } from '../../../client/session/session.ts'

interface ComposerProps {
  draft: string
  onDraft: (text: string) => void
  onSend: (text: string) => void
  label: string
  /** Where admins insert texts. */
  tools?: ReactNode
}

/** With fewer characters left than this, their number is shown. */
const COUNTDOWN_FROM = 300

/** The text field for a new line. Enter sends it on a keyboard, and starts a new line on a touch screen. */
export function Composer({ draft, onDraft, onSend, label, tools }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const left = LINE_LIMIT - draft.length
  const send = () => {
    const text = draft.trim()
    if (!text || text.length > LINE_LIMIT) return
    onSend(text)
    onDraft('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const byFinger = matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || byFinger) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex flex-wrap items-end gap-2 border-t border-line p-3"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        value={draft}
        maxLength={LINE_LIMIT}
        placeholder={label}
        aria-describedby={left < COUNTDOWN_FROM ? `${id}-left` : undefined}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className={classes(
          inputClasses,
          'field-sizing-content max-h-40 min-h-10 min-w-0 flex-1 resize-none py-2',
        )}
      />
      {tools}
      <Button type="submit" disabled={!draft.trim()} className="shrink-0">
        <SendHorizontal aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{m.chat_send()}</span>
      </Button>
      {left < COUNTDOWN_FROM ? (
        <p id={`${id}-left`} role="status" className="w-full text-sm text-muted">
          {m.chat_left({ count: left })}
        </p>
      ) : null}
    </form>
  )
}

/**
 * The unsent text of a conversation. This tab stores it across screens and reloads until it is sent. A log-out
 * deletes it.
 */
export function useDraft(name: string) {
  const session = useSession()
  const client = useQueryClient()
  const person = session.status === 'signed-in' ? session.userId : ''
  const storageKey = `draft ${name}`
  const queryKey = ['chat-draft', name]
  const { data: draft } = useQuery<string>({
    queryKey,
    enabled: false,
    gcTime: Infinity,
    staleTime: Infinity,
    initialData: () => tabTextFor(person, storageKey),
  })
  const setDraft = (text: string) => {
    client.setQueryData(queryKey, text)
    if (person) saveTabTextFor(person, storageKey, text)
  }
  return { draft, setDraft }
}
