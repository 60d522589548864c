import {
  CopyX,
  FlaskConical,
  type LucideIcon,
  ReceiptText,
  RefreshCw,
  ShieldAlert,
  UserSearch,
} from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { type ClaimCheck, type RequestCheck, requestChecks } from '../../checks.ts'
import type { Product } from '../product.ts'
import type { ReviewedRequest } from '../requests.api.ts'
import { Badge, type Tone } from '../../../../kit/Badge.tsx'
import { classes } from '../../../../kit/classes.ts'

/** Something to know before deciding. */
export interface Mark {
  icon: LucideIcon
  text: string
  /** Fewer words, for a row. */
  brief?: string
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
  marks.map(({ icon: Icon, text, brief = text, tone = 'pending' }, index) => (
    <span
      key={text}
      title={text}
      className={classes(
        'inline-flex items-center gap-1',
        index === 0 ? 'min-w-0' : 'shrink-0',
        tone === 'neutral' ? 'text-muted' : 'font-semibold text-pending',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {index === 0 ? (
        <>
          <span aria-hidden className="truncate">
            {brief}
          </span>
          <span className="sr-only">{text}</span>
        </>
      ) : (
        <span className="sr-only">{text}</span>
      )}
    </span>
  ))

/** What is odd about a claim, as a mark. */
export const claimMarks: Record<ClaimCheck, (of: { refused_claims: number }) => Mark> = {
  'receipt-used': () => ({
    icon: ReceiptText,
    text: m.review_mark_receipt(),
    brief: m.review_brief_receipt(),
  }),
  'receipt-unusual': () => ({
    icon: ReceiptText,
    text: m.review_mark_receipt_unusual(),
    brief: m.review_brief_unusual(),
  }),
  refused: ({ refused_claims: count }) => ({
    icon: CopyX,
    text: m.review_mark_refused({ count }),
    brief: m.review_brief_refused({ count }),
  }),
}

const requestMarks: Record<RequestCheck, (request: ReviewedRequest) => Mark> = {
  ...claimMarks,
  competing: ({ competing_requests: count }) => ({
    icon: UserSearch,
    text: m.review_mark_competing({ count }),
    brief: m.review_brief_wanted(),
  }),
  held: () => ({
    icon: ShieldAlert,
    text: m.review_mark_held(),
    brief: m.review_brief_held(),
  }),
}

/** What an admin should know before deciding. */
export const marksOf = (product: Product, request: ReviewedRequest): Mark[] =>
  [
    request.is_test && { icon: FlaskConical, text: m.review_mark_test(), tone: 'neutral' as const },
    request.renews && { icon: RefreshCw, text: m.common_renewal(), tone: 'neutral' as const },
    ...requestChecks(request, product.stages[request.status] === 'active').map((check) =>
      requestMarks[check](request),
    ),
  ].filter((mark) => !!mark)
