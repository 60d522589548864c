import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { areKeysOn, setKeysOn } from './queue-keys.ts'

interface QueueHelpProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

const keys: [keys: string[], act: () => string][] = [
  [['j', '↓'], m.review_keys_next],
  [['k', '↑'], m.review_keys_previous],
  [['Enter'], m.review_keys_open],
  [['/'], m.review_keys_search],
  [['s'], m.review_keys_save],
  [['Ctrl', 'Enter'], m.review_keys_save_typing],
  [['Esc'], m.review_keys_close],
  [['?'], m.review_keys_help],
]

/** The keys of a queue, listed; and the switch for whoever is hindered by them (WCAG 2.1.4). */
export function QueueHelp({ open, onOpen, onClose }: QueueHelpProps) {
  return (
    <>
      <Button variant="quiet" className="self-end max-lg:hidden" onClick={onOpen}>
        <Keyboard aria-hidden className="size-4" />
        {m.review_keys()}
      </Button>
      <Dialog open={open} onClose={onClose} title={m.review_keys()}>
        <KeyList />
      </Dialog>
    </>
  )
}

function KeyList() {
  const [on, setOn] = useState(areKeysOn)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {keys.map(([names, act]) => (
          <div key={names.join()} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="min-w-7 rounded-control border border-edge bg-well px-1.5 py-0.5 text-center font-sans text-sm"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{act()}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex items-start gap-2.5 border-t border-line pt-4">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-primary"
          checked={on}
          onChange={(event) => {
            setKeysOn(event.target.checked)
            setOn(event.target.checked)
          }}
        />
        <span>
          {m.review_keys_on()}
          <span className="block text-sm text-muted">{m.review_keys_on_about()}</span>
        </span>
      </label>
    </>
  )
}
