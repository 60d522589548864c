import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import { useChangedIds } from '../../../client/live-updates.tsx'
import { progressOf, stepOf } from '../progress.ts'
import type { Request } from './api.ts'
import { FormattedDate } from '../../../kit/dates.tsx'
import { useIsExpired } from './expired.ts'
import type { Product } from './product.ts'
import { RequestNext } from './RequestNext.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** A customer's request: what was asked and how far it is, beside it what happens next. Glows once when it changes. */
export function RequestCard({ product, request }: { product: Product; request: Request }) {
  const progress = progressOf(product, request)
  const changed = useChangedIds().has(request.id)
  const isExpired = useIsExpired(product, request)
  return (
    <Card
      className={classes(
        'grid grid-cols-1 items-start gap-x-10 gap-y-5 lg:grid-cols-2',
        changed && 'animate-glow',
      )}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <Asked product={product} request={request} isExpired={isExpired} />
        <ProgressSteps
          label={m.requests_way()}
          steps={[
            m.requests_step_asked(),
            m.requests_step_offered(),
            m.requests_step_paid(),
            m.requests_step_active(),
          ]}
          reached={stepOf(progress)}
          stopped={progress === 'rejected'}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <RequestNext product={product} request={request} progress={progress} isExpired={isExpired} />
      </div>
    </Card>
  )
}

function Asked({ product, request, isExpired }: { product: Product; request: Request; isExpired: boolean }) {
  const title = request.renews ? product.words.renewal() : product.words.request()
  const detail = product.detailOf?.(request)
  const wish = product.wishOf?.(request)
  return (
    <div className="flex flex-col items-start gap-1">
      <StatusBadge product={product} request={request} isExpired={isExpired} />
      <h3 className="mt-1 text-xl font-bold wrap-anywhere">{product.nameOf(request)}</h3>
      <p className="text-sm text-muted">
        {detail ? `${title} · ${detail}` : title} · <FormattedDate at={request.created_at} />
      </p>
      {wish ? <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{wish}</p> : null}
    </div>
  )
}
