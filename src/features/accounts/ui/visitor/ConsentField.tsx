import { type ComponentProps, useId } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { usePageData } from '../../../../kit/page/page-data.ts'
import type { PageData } from '../../../../shared/pages.ts'
import { legalTitles } from '../../../settings/legal/legal-titles.ts'

/** What a sign-up accepts, as far as the shop has it. */
export const acceptedPages = (legal: PageData['legal']) =>
  (['terms', 'privacy'] as const).filter((page) => legal[page])

export const acceptedRule = {
  validate: (isAccepted: boolean) => isAccepted || m.accounts_accept_needed(),
}

/** Accepts the terms and the privacy notice of the shop. */
export function ConsentField({ error, ...input }: ComponentProps<'input'> & { error?: string | undefined }) {
  const id = useId()
  const { legal } = usePageData()
  return (
    <div>
      <span className="flex items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-primary"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <label htmlFor={id}>
          {m.accounts_accept()}{' '}
          {acceptedPages(legal).map((page, at) => (
            <span key={page}>
              {at ? ' · ' : null}
              <a href={`/${page}`} target="_blank" rel="noopener" className="text-primary underline">
                {legalTitles[page]()}
              </a>
            </span>
          ))}
        </label>
      </span>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
