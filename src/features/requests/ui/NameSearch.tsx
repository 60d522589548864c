import { Search } from 'lucide-react'
import { useEffect, useId, type ComponentType, type ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../client/session/staff.tsx'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { Notice } from '../../../kit/Notice.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { useOwnNames } from './own-names.ts'
import type { Product } from './product.ts'
import { RequestThis } from './RequestThis.tsx'

/** What a product derives from the typed text. */
export interface Finding {
  /** The name that was typed, if there is exactly one. */
  name: string | undefined
  /** The error message for the input. */
  problem?: string
  /** A notice above the suggestions. */
  notice?: ReactNode
  suggestions: readonly string[]
}

interface NameSearchProps {
  product: Product
  title: string
  label: string
  placeholder: string
  find: (input: string) => Finding | Promise<Finding>
  /** The initial text of the search field. It is searched when the component mounts. */
  initial?: string
  /** Shown beside each suggestion. `among` are all suggestions. */
  mark?: Beside
  /** Another way to get a suggestion, such as the cart. Empty where there is none. */
  offer?: Beside | undefined
  /** Whether the suggestions stand side by side where there is room. */
  columns?: boolean
  /** A name that is requested while the search opens, so that the notice of an earlier request would be wrong. */
  justSent?: string | undefined
}

export type Beside = ComponentType<{ name: string; among: readonly string[] }>

/** A search field with a list of names to request. Names that the customer already holds or requested are marked. */
export function NameSearch(props: NameSearchProps) {
  const {
    product,
    title,
    label,
    placeholder,
    find,
    initial = '',
    mark: Mark,
    offer: Offer,
    columns = false,
    justSent,
  } = props
  const heading = useId()
  const {
    field,
    submit,
    sending: look,
  } = useStateForm({
    start: { typed: initial },
    async send({ typed }) {
      const found = await find(typed)
      return { ...found, ...(found.suggestions.length > 0 && (await names.look(found.name))) }
    },
  })
  const names = useOwnNames(product, Boolean(look.data?.suggestions.length))
  const { problem, notice, suggestions = [], isOwned, isRequested } = look.data ?? {}

  const { mutate } = look
  useEffect(() => {
    if (initial) mutate({ typed: initial })
  }, [initial, mutate])

  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading} className="text-xl font-bold">
        {title}
      </h2>
      <ReadOnlyUnless needs="customers.write" quiet>
        <form noValidate role="search" className="mt-4 flex flex-wrap items-start gap-2" onSubmit={submit}>
          <TextField
            label={label}
            hideLabel
            placeholder={placeholder}
            className="min-w-40 flex-1"
            {...field('typed')}
            error={problem ?? (isOwned ? product.texts.alreadyOwned() : undefined)}
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            inputMode="url"
            maxLength={320}
          />
          <Button type="submit" busy={look.isPending}>
            {look.isPending ? null : <Search aria-hidden className="size-4" />}
            {m.requests_check()}
          </Button>
        </form>
      </ReadOnlyUnless>
      <div className="mt-4 flex flex-col gap-3 empty:hidden">
        {look.isError ? <Notice tone="error">{m.requests_check_failed()}</Notice> : null}
        {notice ? <Notice tone="warning">{notice}</Notice> : null}
        {isRequested && !isOwned && look.data?.name !== justSent ? (
          <Notice tone="warning">{product.texts.alreadyRequested()}</Notice>
        ) : null}
        {suggestions.length > 0 ? (
          <ul
            aria-label={m.common_suggestions()}
            className={classes('grid gap-x-10', columns && 'md:grid-cols-2')}
          >
            {suggestions.map((one) => (
              <RequestThis
                key={`${look.submittedAt} ${one}`}
                product={product}
                name={one}
                mark={Mark ? <Mark name={one} among={suggestions} /> : null}
                offer={Offer ? <Offer name={one} among={suggestions} /> : null}
                taken={
                  names.owns(one)
                    ? m.requests_yours()
                    : names.requested(one)
                      ? m.common_requested_limeombwa()
                      : null
                }
              />
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  )
}
