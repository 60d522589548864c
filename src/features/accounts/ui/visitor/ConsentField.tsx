import { type ComponentProps, useId } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { usePageData } from '../../../../kit/page/page-data.ts'
import type { PageData } from '../../../../shared/pages.ts'
import { legalTitles } from '../../../settings/legal/legal-titles.ts'

/** What a sign-up accepts, as far as the shop has it. */
export const acceptedPages = (legal: PageData['legal']) =>
  (['terms', 'privacy'] as const).filter((page) => legal[page])

/** The versions that were shown, as a sign-up sends them. */
export const consentTo = ({ terms, privacy }: PageData['legal']) => ({ terms, privacy })

/** Links to what a sign-up accepts. */
export function AcceptedLinks() {
  const { legal } = usePageData()
  return acceptedPages(legal).map((page, at) => (
    <span key={page}>
      {at ? ' · ' : null}
      <a href={`/${page}`} target="_blank" rel="noopener" className="text-primary underline">
        {legalTitles[page]()}
      </a>
    </span>
  ))
}

export const acceptedRule = {
  validate: (isAccepted: boolean) => isAccepted || m.accounts_accept_needed(),
}

/** Accepts the terms and the privacy notice of the shop. */
export function ConsentField({ error, ...input }: ComponentProps<'input'> & { error?: string | undefined }) {
  const id = useId()
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
          {m.accounts_accept()} <AcceptedLinks />
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
