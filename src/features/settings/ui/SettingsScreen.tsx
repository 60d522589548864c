import { useQuery } from '@tanstack/react-query'
import { settingsApi } from './settings.api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import {
  OpenSectionContext,
  type ShownSettings,
  type SectionProps,
  UnsavedGuard,
  useUnsavedParts,
} from './use-section.tsx'
import { Link, useLocation, useNavigate } from 'react-router'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Card } from '../../../kit/Card.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { keysOf } from '../../../shared/pick.ts'
import { groups, sections } from '../fields.data.ts'
import type { FieldKind, SectionId } from '../fields.ts'
import type { KeysOf } from '../settings.ts'
import { PlainSection } from './FieldsSection.tsx'
import { BusinessSection } from './sections/BusinessSection.tsx'
import { EndingsSection, PricesSection } from './sections/CatalogueSections.tsx'
import { ChatSection } from './sections/ChatSection.tsx'
import { findSettings, type FoundSetting, reveal } from './find-settings.ts'
import { MissingSettings } from './MissingSettings.tsx'
import { InvoicesSection } from './sections/InvoicesSection.tsx'
import { RegistriesSection } from './sections/RegistriesSection.tsx'

export const handle = { firstCalls: () => ['/api/admin/settings'] }

export const meta = pageTitle(() => ({ title: m.common_settings() }))

/** The settings of the shop, by subject. */
export default function SettingsScreen() {
  const { data, error, isFetching, refetch } = useQuery(settingsApi.show.queryOptions())
  return (
    <UnsavedGuard>
      <PageHeader title={m.common_settings()}>{m.settings_about()}</PageHeader>
      {data ? (
        <Sections shown={data} />
      ) : error ? (
        <ErrorState title={m.settings_failed()} query={{ refetch, isFetching }}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <SettingsSkeleton />
      )}
    </UnsavedGuard>
  )
}

/** One subject at a time, which the URL hash names. The others are rendered too and retain what was typed. */
function Sections({ shown }: { shown: ShownSettings }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const unsaved = useUnsavedParts()
  const open = sectionIds.find((id) => `#${id}` === hash) ?? 'business'
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  if (!opened.has(open)) setOpened(new Set([...opened, open]))
  const forms = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const found = findSettings(query, shown.values['shop.currency'])
  const chosen = useRef<FoundSetting>(null)

  // The field can take the focus once its subject is visible.
  useEffect(() => {
    if (!forms.current || chosen.current?.section !== open) return
    reveal(forms.current, chosen.current)
    chosen.current = null
  }, [open])

  function choose(setting: FoundSetting) {
    setQuery('')
    if (forms.current && setting.section === open) {
      reveal(forms.current, setting)
      return
    }
    chosen.current = setting
    void navigate(`#${setting.section}`, { preventScrollReset: true })
  }

  return (
    <>
      <MissingSettings shown={shown} />
      <div className="mt-4 grid items-start gap-6 max-lg:gap-4 lg:grid-cols-[200px_minmax(0,1fr)]">
        <div className="grid grid-cols-[2fr_3fr] gap-3 max-lg:items-end lg:sticky lg:gap-4 lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:grid-cols-1 lg:grid-rows-[auto_minmax(0,1fr)]">
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault()
              if (found[0]) choose(found[0])
            }}
          >
            <TextField
              type="search"
              label={m.settings_search()}
              placeholder={m.common_search()}
              hideLabel
              value={query}
              onFocus={() => setOpened(new Set(sectionIds))}
              onChange={(event) => setQuery(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
          </form>
          {query.trim() ? (
            <SearchResults found={found} onChoose={choose} />
          ) : (
            <>
              <div className="lg:hidden">
                <Select
                  label={m.settings_subjects()}
                  value={open}
                  onChange={(event) => void navigate(`#${event.target.value}`, { preventScrollReset: true })}
                  options={sectionIds.map((id) => ({
                    value: id,
                    label: [sections[id].title(), ...(unsaved.has(id) ? [m.settings_unsaved()] : [])].join(
                      ' · ',
                    ),
                  }))}
                />
              </div>
              <Subjects open={open} unsaved={unsaved} />
            </>
          )}
        </div>
        <div ref={forms} className="min-w-0">
          <OpenSectionContext value={open}>
            {sectionIds.map((id) => {
              const { Form, isLater }: Component = components[id] ?? { Form: PlainSection }
              return (
                <div key={id} data-section={id} hidden={id !== open}>
                  {isLater && !opened.has(id) ? (
                    <h2>{sections[id].title()}</h2>
                  ) : (
                    <Suspense fallback={<Skeleton className="h-40" />}>
                      <Form id={id} shown={shown} />
                    </Suspense>
                  )}
                </div>
              )
            })}
          </OpenSectionContext>
        </div>
      </div>
    </>
  )
}

interface SubjectsProps {
  /** The id of the subject on the screen. */
  open: string
  unsaved: ReadonlySet<string>
}

/** The subjects by group, beside the form. */
const Subjects = ({ open, unsaved }: SubjectsProps) => (
  <nav aria-label={m.settings_subjects()} className="overflow-y-auto max-lg:hidden">
    {keysOf(groups).map((group) => (
      <div key={group} className="mb-2">
        <p id={`${group}-group`} className="px-3 pb-1 text-sm font-bold">
          {groups[group]()}
        </p>
        <ul aria-labelledby={`${group}-group`} className="flex flex-col gap-0.5">
          {sectionIds
            .filter((id) => sections[id].group === group)
            .map((id) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  preventScrollReset
                  aria-current={id === open || undefined}
                  className="flex items-center justify-between gap-2 rounded-control px-3 py-1 text-sm text-muted -outline-offset-2 hover:bg-well hover:text-ink aria-[current=true]:bg-well aria-[current=true]:font-semibold aria-[current=true]:text-ink"
                >
                  {sections[id].title()}
                  {unsaved.has(id) ? (
                    <span className="size-2 shrink-0 rounded-full bg-accent">
                      <span className="sr-only">{m.settings_unsaved()}</span>
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
        </ul>
      </div>
    ))}
  </nav>
)

interface SearchResultsProps {
  found: readonly FoundSetting[]
  onChoose: (setting: FoundSetting) => void
}

function SearchResults({ found, onChoose }: SearchResultsProps) {
  return (
    <div className="max-lg:col-span-2">
      <p role="status" className="text-sm text-muted">
        {found.length > 0 ? m.settings_search_hint() : m.settings_search_none()}
      </p>
      <ul aria-label={m.settings_search()} className="mt-1 flex max-h-96 flex-col gap-0.5 overflow-y-auto">
        {found.map((setting) => (
          <li key={`${setting.section} ${setting.label}`}>
            <button
              type="button"
              onClick={() => onChoose(setting)}
              className="w-full touch rounded-control px-3 py-2 text-left text-sm hover:bg-well"
            >
              <span className="block font-semibold">{setting.label ?? setting.title}</span>
              {setting.label ? <span className="block text-muted">{setting.title}</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The placeholder while the settings load. */
function SettingsSkeleton() {
  return (
    <div aria-busy className="mt-4 flex flex-col gap-4 lg:ml-[224px]">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1].map((card) => (
        <Card key={card} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-10 w-full" />
        </Card>
      ))}
    </div>
  )
}

const sectionIds = keysOf(sections)

interface Component {
  Form: ComponentType<SectionProps>
  /** It is loaded when it is first opened, or somebody searches. */
  isLater?: boolean
}

const later = (load: () => Promise<ComponentType<SectionProps>>): Component => ({
  Form: loadedLater(load),
  isLater: true,
})

/** The sections with a list, a field of their own, or no field at all. */
type OwnSection = {
  [Id in SectionId]: [KeysOf<Id, 'own' | 'rows'>] extends [never]
    ? [KeysOf<Id, FieldKind>] extends [never]
      ? Id
      : never
    : Id
}[SectionId]

/** The components of the sections that are more than their plain fields. */
const components: Record<OwnSection, Component> & Partial<Record<SectionId, Component>> = {
  business: { Form: BusinessSection },
  chat: { Form: ChatSection },
  legal: later(() => import('./sections/LegalSection.tsx').then((file) => file.LegalSection)),
  payments: later(() => import('./sections/PaymentsSection.tsx').then((file) => file.PaymentsSection)),
  steps: later(() => import('./sections/StepsSection.tsx').then((file) => file.StepsSection)),
  messages: later(() => import('./sections/MessagesSection.tsx').then((file) => file.MessagesSection)),
  templates: later(() => import('./sections/TemplatesSection.tsx').then((file) => file.TemplatesSection)),
  currency: later(() => import('./sections/CurrencySection.tsx').then((file) => file.CurrencySection)),
  invoices: { Form: InvoicesSection },
  prices: { Form: PricesSection },
  endings: { Form: EndingsSection },
  answers: later(() => import('./sections/AnswersSection.tsx').then((file) => file.AnswersSection)),
  'after-expiry': later(() =>
    import('./sections/AfterExpirySection.tsx').then((file) => file.AfterExpirySection),
  ),
  accounts: later(() => import('./sections/SystemSections.tsx').then((file) => file.AccountsSection)),
  mail: later(() => import('./sections/MailSection.tsx').then((file) => file.MailSection)),
  retention: later(() => import('./sections/SystemSections.tsx').then((file) => file.RetentionSection)),
  registries: { Form: RegistriesSection },
}
