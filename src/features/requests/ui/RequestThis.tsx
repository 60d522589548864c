import { Check } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { Button } from '../../../kit/Button.tsx'
import type { Product } from './product.ts'
import { ProfileNotice, useSubmit } from './submit-request.tsx'

interface RequestThisProps {
  product: Product
  name: string
  /** Why it can't be requested, as a short text. */
  taken: string | null
  /** Shown beside the name. */
  mark?: ReactNode
  /** Another way to get the name, shown before the button: a price and the cart. */
  offer?: ReactNode
}

/** A name with a button that requests it. After the request a text replaces the button. */
export function RequestThis({ product, name, taken, mark, offer }: RequestThisProps) {
  const submit = useSubmit(product)
  const state = submit.isSuccess ? m.common_requested_limeombwa() : taken
  return (
    <li className="flex flex-col gap-2 border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="grid min-w-0 flex-1 basis-40 items-baseline gap-x-3 font-semibold wrap-anywhere sm:has-[>:nth-child(2)]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
          <BreakableName name={name} />
          {mark ? <span className="flex flex-wrap items-baseline gap-x-3">{mark}</span> : null}
        </span>
        {state ? (
          <span
            ref={submit.isSuccess ? takeFocus : undefined}
            tabIndex={-1}
            className="flex h-8 items-center gap-1.5 text-sm font-semibold text-muted outline-offset-4"
          >
            <Check aria-hidden className="size-4" />
            {state}
          </span>
        ) : (
          <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            {offer}
            <IfMay needs="customers.write">
              <Button
                variant="secondary"
                size="small"
                className="not-only:border-transparent not-only:bg-transparent"
                busy={submit.isPending}
                aria-label={m.requests_request_name({ name })}
                onClick={() => submit.mutate(product.suggestionInput?.(name))}
              >
                {m.requests_request_this()}
              </Button>
            </IfMay>
          </span>
        )}
      </div>
      <ProfileNotice error={submit.error} failed={product.texts.sendFailed} />
    </li>
  )
}

/** The pressed button is removed, so the focus moves to the text that replaces it. */
const takeFocus = (place: HTMLElement | null) => place?.focus()

/** A name that may break after the @ or before a dot. */
function BreakableName({ name }: { name: string }) {
  return (
    <span className="min-w-0">
      {name.split(/(?<=@)|(?=\.)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
