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
import {
  templateGroups,
  type TemplateName,
  templateNames,
  templates,
} from '../../../settings/mail-templates.data.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { UnsavedGuard } from '../../../settings/ui/use-section.tsx'
import { mailsApi } from '../mails.api.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { groupLabels, templateLabels } from './template-labels.ts'

export const handle = { firstCalls: () => ['/api/admin/settings'] }

export const meta = pageTitle(() => ({ title: m.mail_templates_title() }))

const PATH = '/admin/settings/templates'

/** The mails to customers: a list by group, and the editor of the one in the address. */
export default function TemplatesScreen() {
  const settings = useQuery(settingsApi.show.queryOptions())
  const { template } = useParams()
  const open = templateNames.find((name) => name === template) ?? templateNames[0]!
  // All templates together are 15 KB.
  const standard = useQuery({
    ...mailsApi.templates.queryOptions({ input: { template: open } }),
    staleTime: Infinity,
  })
  const failed = [settings, standard].find(({ isError, data }) => isError && !data)
  return (
    <UnsavedGuard>
      <BackLink to="/admin/settings#mail">{m.common_settings()}</BackLink>
      <PageHeader title={m.mail_templates_title()}>{m.mail_templates_about()}</PageHeader>
      {settings.data && !failed ? (
        <div className="grid items-start gap-6 lg:grid-cols-[200px_minmax(0,1fr)]">
          <TemplateList open={open} values={settings.data.values} />
          {standard.data ? (
            <TemplateEditor key={open} template={open} shown={settings.data} standard={standard.data.items} />
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

interface TemplateListProps {
  open: TemplateName
  values: Settings
}

function TemplateList({ open, values }: TemplateListProps) {
  const navigate = useNavigate()
  const isChanged = (name: TemplateName) => Object.values(values[`letters.${name}`]).some(Boolean)
  const labelOf = (name: TemplateName) => `${groupLabels[templates[name].group]()}: ${templateLabels[name]()}`
  return (
    <>
      <div className="lg:hidden">
        <Select
          label={m.mail_templates_choose()}
          value={open}
          onChange={(event) => void navigate(`${PATH}/${event.target.value}`, { preventScrollReset: true })}
          options={templateNames.map((name) => ({
            value: name,
            label: isChanged(name) ? `${labelOf(name)} · ${m.mail_templates_changed()}` : labelOf(name),
          }))}
        />
      </div>
      <nav
        aria-label={m.mail_templates_title()}
        className="sticky top-20 max-h-[calc(100vh-6rem)] overflow-y-auto max-lg:hidden"
      >
        {templateGroups.map((group) => (
          <div key={group} className="mb-4">
            <h2 className="px-3 pb-1 text-sm font-bold">{groupLabels[group]()}</h2>
            <ul className="flex flex-col gap-0.5">
              {templateNames
                .filter((name) => templates[name].group === group)
                .map((name) => (
                  <li key={name}>
                    <Link
                      to={`${PATH}/${name}`}
                      preventScrollReset
                      aria-current={name === open || undefined}
                      className="flex flex-wrap items-center justify-between gap-x-2 rounded-control px-3 py-1.5 text-sm text-muted hover:bg-well hover:text-ink aria-[current=true]:bg-well aria-[current=true]:font-semibold aria-[current=true]:text-ink"
                    >
                      {templateLabels[name]()}
                      {isChanged(name) ? <Badge tone="neutral">{m.mail_templates_changed()}</Badge> : null}
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
