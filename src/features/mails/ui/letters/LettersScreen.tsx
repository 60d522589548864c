import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { Settings } from '../../../settings/settings.ts'
import { letterGroups, type LetterName, letterNames, letters } from '../../../settings/letters.data.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { UnsavedGuard } from '../../../settings/ui/use-section.tsx'
import { mailsApi } from '../mails.api.ts'
import { LetterEditor } from './LetterEditor.tsx'
import { groupLabels, letterLabels } from './letter-labels.ts'

export const handle = { firstCalls: () => ['/api/admin/settings'] }

export const meta = pageTitle(() => ({ title: m.letters_title() }))

const PATH = '/admin/settings/letters'

/** The mails to customers: a list by group, and the editor of the one in the address. */
export default function LettersScreen() {
  const settings = useQuery(settingsApi.show.queryOptions())
  const { letter } = useParams()
  const open = letterNames.find((name) => name === letter) ?? letterNames[0]!
  // All letters together are 15 KB.
  const standard = useQuery({
    ...mailsApi.letters.queryOptions({ input: { letter: open } }),
    staleTime: Infinity,
  })
  const failed = [settings, standard].find(({ isError, data }) => isError && !data)
  return (
    <UnsavedGuard>
      <BackLink to="/admin/settings#mail">{m.common_settings()}</BackLink>
      <PageHeader title={m.letters_title()}>{m.letters_about()}</PageHeader>
      {settings.data && !failed ? (
        <div className="grid items-start gap-6 lg:grid-cols-[200px_minmax(0,1fr)]">
          <LetterList open={open} values={settings.data.values} />
          {standard.data ? (
            <LetterEditor key={open} letter={open} shown={settings.data} standard={standard.data.items} />
          ) : (
            <EditorSkeleton />
          )}
        </div>
      ) : failed ? (
        <ErrorState title={m.settings_failed()} query={failed}>
          {outageMessage(failed.error)}
        </ErrorState>
      ) : (
        <div className="lg:ml-[224px]">
          <EditorSkeleton />
        </div>
      )}
    </UnsavedGuard>
  )
}

const EditorSkeleton = () => (
  <div aria-busy>
    <span role="status" className="sr-only">
      {m.kit_loading()}
    </span>
    <Skeleton className="h-96 w-full" />
  </div>
)

interface LetterListProps {
  open: LetterName
  values: Settings
}

function LetterList({ open, values }: LetterListProps) {
  const navigate = useNavigate()
  const isChanged = (name: LetterName) => Object.values(values[`letters.${name}`]).some(Boolean)
  const labelOf = (name: LetterName) => `${groupLabels[letters[name].group]()}: ${letterLabels[name]()}`
  return (
    <>
      <div className="lg:hidden">
        <Select
          label={m.letters_choose()}
          value={open}
          onChange={(event) => void navigate(`${PATH}/${event.target.value}`, { preventScrollReset: true })}
          options={letterNames.map((name) => ({
            value: name,
            label: isChanged(name) ? `${labelOf(name)} · ${m.letters_changed()}` : labelOf(name),
          }))}
        />
      </div>
      <nav
        aria-label={m.letters_title()}
        className="sticky top-20 max-h-[calc(100vh-6rem)] overflow-y-auto max-lg:hidden"
      >
        {letterGroups.map((group) => (
          <div key={group} className="mb-4">
            <h2 className="px-3 pb-1 text-sm font-bold">{groupLabels[group]()}</h2>
            <ul className="flex flex-col gap-0.5">
              {letterNames
                .filter((name) => letters[name].group === group)
                .map((name) => (
                  <li key={name}>
                    <Link
                      to={`${PATH}/${name}`}
                      preventScrollReset
                      aria-current={name === open || undefined}
                      className="flex flex-wrap items-center justify-between gap-x-2 rounded-control px-3 py-1.5 text-sm text-muted hover:bg-well hover:text-ink aria-[current=true]:bg-well aria-[current=true]:font-semibold aria-[current=true]:text-ink"
                    >
                      {letterLabels[name]()}
                      {isChanged(name) ? <Badge tone="neutral">{m.letters_changed()}</Badge> : null}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}
