import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Notice } from '../../../../kit/Notice.tsx'
import { type Details, holderDetailsApi } from './holder-details.api.ts'
import { DetailsForm } from './DetailsForm.tsx'

interface HolderDetailsProps {
  names: readonly string[] | undefined
  onLacking: ((isLacking: boolean) => void) | undefined
}

/** A form for each ending that asks for more, open until it is answered. */
export function HolderDetails({ names, onLacking }: HolderDetailsProps) {
  const query = useQuery(
    holderDetailsApi.show.queryOptions({ input: names ? { names: names.join(',') } : {} }),
  )
  const items = query.data?.items ?? []
  const isLacking = items.some(({ is_complete }) => !is_complete)
  useEffect(() => {
    onLacking?.(isLacking)
    return () => onLacking?.(false)
  }, [onLacking, isLacking])
  if (query.isError) return <Notice tone="error">{m.details_load_failed()}</Notice>
  return items.map((details) => <EndingDetails key={details.names[0]} details={details} />)
}

function EndingDetails({ details }: { details: Details }) {
  const { ending, names, is_complete, awaits_documents } = details
  return (
    <section
      aria-label={m.details_title({ ending: `.${ending}` })}
      className="mb-6 rounded-card border border-line bg-card"
    >
      {/* A new key: once it is saved, it is closed. */}
      <details key={String(is_complete)} open={!is_complete || awaits_documents} className="group">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-baseline gap-x-3 rounded-card px-5 py-3 sm:px-6">
          <h2 className="text-lg font-bold">{m.details_title({ ending: `.${ending}` })}</h2>
          <span className="text-sm text-muted wrap-anywhere">
            {names.join(', ')}
            {awaits_documents
              ? ` · ${m.details_awaits_documents()}`
              : is_complete
                ? ` · ${m.details_complete()}`
                : null}
          </span>
        </summary>
        <div className="border-t border-line px-5 py-5 sm:px-6">
          <p className="mb-5 max-w-text text-muted">
            {names.length > 1 ? m.details_about_many() : m.details_about({ names: names[0] ?? '' })}
          </p>
          <DetailsForm details={details} send={(answers) => holderDetailsApi.save.call({ names, answers })} />
        </div>
      </details>
    </section>
  )
}
