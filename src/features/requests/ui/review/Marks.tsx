import type { LucideIcon } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../../kit/Badge.tsx'

/** Something to know before deciding. */
export interface Mark {
  icon: LucideIcon
  text: string
  /** `pending` by default. */
  tone?: Tone
}

/** Marks as badges. */
export const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length ? (
    <ul aria-label={m.review_marks()} className="flex flex-wrap gap-1.5">
      {marks.map(({ icon, text, tone = 'pending' }) => (
        <li key={text}>
          <Badge tone={tone} icon={icon}>
            {text}
          </Badge>
        </li>
      ))}
    </ul>
  ) : null

/** Marks in a row on one line: the first in words, the others as icons with their words as tooltips. */
export const MarkIcons = ({ marks }: { marks: readonly Mark[] }) =>
  marks.map(({ icon: Icon, text, tone = 'pending' }, index) => (
    <span
      key={text}
      title={text}
      className={
        tone === 'neutral'
          ? 'inline-flex min-w-0 items-center gap-1 text-muted'
          : 'inline-flex min-w-0 items-center gap-1 font-semibold text-pending'
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={index === 0 ? 'truncate' : 'sr-only'}>{text}</span>
    </span>
  ))
