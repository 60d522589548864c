import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextArea } from '../../../../kit/form/Field.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { legalPages, locales } from '../../../../shared/pages.ts'
import { mapKeys } from '../../../../shared/pick.ts'
import { legalTitles } from '../../../settings/legal/legal-titles.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { type StepProps, stepFailure, useSaveStep } from './save-step.ts'

type Templates = Awaited<ReturnType<typeof settingsApi.legalTemplates.call>>['items']

/** The texts of the legal pages: the shop's own, or templates to start from. */
export function LegalStep(props: StepProps) {
  const templates = useQuery(settingsApi.legalTemplates.queryOptions())
  if (templates.data) return <LegalForm {...props} templates={templates.data.items} />
  if (templates.isError) return <ErrorState title={m.settings_failed()} query={templates} />
  return <Skeleton className="h-40 w-full" />
}

function LegalForm({ shown, onSaved, templates }: StepProps & { templates: Templates }) {
  const save = useSaveStep(shown)
  const form = useStateForm({
    start: mapKeys(
      legalPages,
      (page) => shown.values[`legal.${page}`] ?? templates.find((item) => item.page === page)!.text,
    ),
    send: ({ terms, privacy, refunds }) =>
      save({ 'legal.terms': terms, 'legal.privacy': privacy, 'legal.refunds': refunds }),
    onDone: () => onSaved(),
    failure: stepFailure,
  })
  const languageLabels = { en: m.settings_in_english(), sw: m.settings_in_swahili() }
  return (
    <form noValidate aria-label={m.settings_legal()} className="flex flex-col gap-4" onSubmit={form.submit}>
      <p className="max-w-text text-muted">{m.setup_legal_about()}</p>
      {legalPages.map((page) => (
        <details key={page} className="rounded-control border border-line px-4 py-3">
          <summary className="cursor-pointer font-semibold">{legalTitles[page]()}</summary>
          <div className="mt-3 grid gap-4 @lg:grid-cols-2">
            {locales.map((locale) => (
              <TextArea
                key={locale}
                label={`${legalTitles[page]()} · ${languageLabels[locale]}`}
                rows={10}
                maxLength={20_000}
                className="[&_textarea]:max-h-96"
                value={form.values[page][locale]}
                onChange={({ target }) =>
                  form.set({ [page]: { ...form.values[page], [locale]: target.value } })
                }
              />
            ))}
          </div>
        </details>
      ))}
      <p className="text-sm text-muted">{m.settings_legal_format()}</p>
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <Button type="submit" className="self-start" busy={form.busy}>
        {m.setup_legal_save()}
      </Button>
    </form>
  )
}
