import { useQuery } from '@tanstack/react-query'
import { settingsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { useHashTarget } from '../../../kit/page/scroll-to-hash.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { MissingSettings } from './MissingSettings.tsx'
import type { Shown } from './section.ts'
import { sections } from './sections/sections.ts'
import { SettingsSkeleton } from './SettingsSkeleton.tsx'
import { UnsavedGuard } from './unsaved.tsx'

export const meta = pageTitle(() => ({ title: m.area_settings() }))

/** What the business decides for itself, by subject. */
export default function SettingsScreen() {
  const { data, error, isFetching, refetch } = useQuery(settingsApi.show.queryOptions())
  useHashTarget(Boolean(data))
  return (
    <UnsavedGuard>
      <PageHeader title={m.area_settings()}>{m.settings_about()}</PageHeader>
      {data ? (
        <Sections shown={data} />
      ) : error ? (
        <ErrorState title={m.settings_failed()} onRetry={() => void refetch()} busy={isFetching}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <SettingsSkeleton />
      )}
    </UnsavedGuard>
  )
}

function Sections({ shown }: { shown: Shown }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_200px]">
      <div className="flex min-w-0 flex-col gap-4">
        <MissingSettings shown={shown} />
        {sections.map(({ id, Form }) => (
          <Form key={id} id={id} shown={shown} />
        ))}
      </div>
      <nav aria-label={m.settings_subjects()} className="sticky top-20 max-xl:hidden">
        <ul className="border-l border-line">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block py-1.5 pl-4 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
              >
                {title()}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
