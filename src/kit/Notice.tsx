import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { m } from '../paraglide/messages.js'
import { Button } from './Button.tsx'

export type NoticeTone = 'info' | 'warning' | 'error' | 'success'

const toneStyles: Record<NoticeTone, { icon: LucideIcon; colours: string }> = {
  info: { icon: Info, colours: 'bg-well text-ink' },
  warning: { icon: TriangleAlert, colours: 'bg-pending-ground text-pending' },
  error: { icon: CircleAlert, colours: 'bg-rejected-ground text-rejected' },
  success: { icon: CircleCheck, colours: 'bg-available-ground text-available' },
}

interface NoticeProps {
  tone?: NoticeTone
  children: ReactNode
  action?: ReactNode
  className?: string
}

/**
 * A sentence that stays on the page. Screen readers announce errors and warnings immediately, and others politely.
 */
export function Notice({ tone = 'info', children, action, className }: NoticeProps) {
  const { icon: Icon, colours } = toneStyles[tone]
  return (
    <div
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
      className={classes(
        'flex flex-wrap gap-x-3 gap-y-2 rounded-control px-4 py-3',
        action ? 'items-center' : 'items-start',
        colours,
        className,
      )}
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', !action && 'mt-[3px]')} />
      <div className="min-w-0 flex-1 basis-52">{children}</div>
      {action}
    </div>
  )
}

interface EditConflictProps {
  title: string
  /** A second sentence, such as that the customer has paid since. */
  note?: string | undefined
  /** The typed and the saved values, by their label. */
  mine: Record<string, string>
  theirs: Record<string, string>
  onTake: () => void
  /** Undefined where the typed values make no sense any more. */
  onSaveOver: (() => void) | undefined
}

/** Another user saved first: shows both versions where they differ, and lets the person choose one. */
export function EditConflict({ title, note, mine, theirs, onTake, onSaveOver }: EditConflictProps) {
  const different = Object.keys(theirs).filter((label) => theirs[label] !== mine[label])
  return (
    <Notice tone="warning">
      <p className="font-semibold">{title}</p>
      {note ? <p>{note}</p> : null}
      {different.length > 0 ? (
        <table className="mt-3 w-full table-fixed text-left">
          <thead>
            <tr>
              <th scope="col" className="w-24">
                <span className="sr-only">{m.common_field()}</span>
              </th>
              <th scope="col" className="pb-1 pr-3 text-sm">
                {m.review_theirs()}
              </th>
              <th scope="col" className="pb-1 text-sm">
                {m.review_mine()}
              </th>
            </tr>
          </thead>
          <tbody>
            {different.map((label) => (
              <tr key={label} className="align-top">
                <th scope="row" className="pr-3 text-sm font-normal">
                  {label}
                </th>
                <td className="pr-3 whitespace-pre-line wrap-anywhere">{theirs[label]}</td>
                <td className="whitespace-pre-line wrap-anywhere">{mine[label]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onTake}>
          {m.review_take_theirs()}
        </Button>
        {onSaveOver ? (
          <Button size="small" onClick={onSaveOver}>
            {m.review_save_mine()}
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}
