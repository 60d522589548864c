import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { areKeysOn, setKeysOn } from '../single-keys.ts'

const keys: [keys: string[], act: () => string][] = [
  [['j', '↓'], m.review_keys_next],
  [['k', '↑'], m.review_keys_previous],
  [['Enter'], m.review_keys_open],
  [['x'], m.review_keys_select],
  [['/'], m.search_open],
  [['a'], m.review_keys_step],
  [['s'], m.common_save],
  [['Ctrl', 'Enter'], m.review_keys_save_typing],
  [['Esc'], m.review_keys_close],
  [['?'], m.review_keys_help],
]

/** The name of a key. */
export const Key = ({ children }: { children: string }) => (
  <kbd className="min-w-7 rounded-control border border-edge bg-well px-1.5 py-0.5 text-center font-sans text-sm">
    {children}
  </kbd>
)

/** The keyboard shortcuts of a queue, and the switch of single keys. */
export function KeyList() {
  const [on, setOn] = useState(areKeysOn)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {keys.map(([names, act]) => (
          <div key={names.join()} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <Key key={name}>{name}</Key>
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
