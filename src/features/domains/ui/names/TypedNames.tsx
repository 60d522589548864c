import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { TextArea } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { MOST_TYPED } from '../../names.contract.ts'

interface TypedNamesProps {
  open: boolean
  onClose: () => void
  busy: boolean
  onSend: (names: string[]) => void
}

/** Asks for the names of an account whose registrar has no list of them. */
export function TypedNames({ open, onClose, busy, onSend }: TypedNamesProps) {
  const [text, setText] = useState('')
  const names = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  const isTooMany = names.length > MOST_TYPED
  return (
    <Dialog open={open} onClose={onClose} title={m.names_type()}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSend(names)
        }}
      >
        <TextArea
          label={m.names_typed()}
          description={m.names_typed_about()}
          error={isTooMany ? m.names_typed_many({ most: MOST_TYPED }) : undefined}
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button type="submit" busy={busy} disabled={!names.length || isTooMany}>
            {m.names_compare()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
