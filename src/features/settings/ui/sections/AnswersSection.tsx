import { m } from '../../../../paraglide/messages.js'
import { textIn } from '../../../../shared/bilingual.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import type { Settings } from '../../settings.ts'
import { RowList } from '../form-fields.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'

const form: SectionForm<{ rows: Settings['answers.canned'] }> = {
  toDraft: (values) => ({ rows: values['answers.canned'] }),
  toValues: ({ rows }) => ({ 'answers.canned': rows }),
  summary: ({ rows }) => ({
    [m.settings_answers()]: rows.map(({ name, text }) => `${name}\n${text}`).join('\n\n') || '—',
  }),
}

/** The answers that admins insert into feedback and chat. */
export function AnswersSection({ id, shown }: SectionProps) {
  const { locale } = usePageData()
  const section = useSectionForm(id, form, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_answers()}
      about={m.settings_answers_about()}
      section={section}
    >
      <RowList
        label={m.settings_answers()}
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        blank={{ name: '', text: '' }}
        add={m.settings_add_answer()}
        nameOf={({ name }) => name}
        summaryOf={({ text }) => textIn(text, locale)}
        isRefused={(_, at) => Boolean(errorAt('answers.canned', at))}
        most={50}
      >
        {(row, change, at) => (
          <div className="grid flex-1 gap-3">
            <TextField
              label={m.settings_answer_name()}
              value={row.name}
              onChange={(event) => change({ name: event.target.value })}
              error={errorAt('answers.canned', at, 'name')}
              maxLength={60}
            />
            <TextArea
              label={m.settings_answer_text()}
              description={m.kit_both_languages()}
              rows={6}
              value={row.text}
              onChange={(event) => change({ text: event.target.value })}
              error={errorAt('answers.canned', at, 'text')}
              maxLength={2000}
            />
          </div>
        )}
      </RowList>
    </SettingsSection>
  )
}
