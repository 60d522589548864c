import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { CountBadge } from '../../../../kit/Badge.tsx'
import { classes } from '../../../../kit/classes.ts'
import { useChangedIds } from '../../../../client/live-updates.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { type Conversation, customerName } from './filter.ts'

/** A conversation in the list: whose it is, what was said last and when, and how much nobody has read. */
export function ConversationRow({ conversation, chosen }: { conversation: Conversation; chosen: boolean }) {
  const { id, unread, excerpt, last_from, last_at, closed } = conversation
  const changed = useChangedIds().has(id)
  return (
    <li className={classes(changed && 'animate-glow')}>
      <Link
        to={`/admin/chat?with=${id}`}
        aria-current={chosen ? 'true' : undefined}
        className="block px-3 py-2.5 -outline-offset-2 hover:bg-well aria-[current]:bg-well"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className={classes('min-w-0 truncate', unread ? 'font-bold' : 'font-semibold')}>
            {customerName(conversation)}
          </span>
          {last_at ? (
            <span className="shrink-0 text-sm text-muted">
              <RelativeTime at={last_at} />
            </span>
          ) : null}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={classes('min-w-0 truncate text-sm', unread ? 'text-ink' : 'text-muted')}>
            {last_from === 'shop' ? m.chat_excerpt_own({ text: excerpt }) : excerpt}
          </span>
          {unread ? <CountBadge count={unread} label={m.chat_unread({ count: unread })} /> : null}
          {closed ? <span className="shrink-0 text-sm text-muted">{m.chat_closed()}</span> : null}
        </span>
      </Link>
    </li>
  )
}
