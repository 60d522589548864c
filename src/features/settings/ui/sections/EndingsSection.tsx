import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { endingRows, endingValues, type EndingRow } from '../../form-values.ts'
import { MoneyField, RowList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.ts'
import { SettingsSection } from '../SettingsSection.tsx'

interface Draft {
  rows: EndingRow[]
  glued: string
}

const form: SectionForm<Draft> = {
  toDraft: (values) => ({
    rows: endingRows(values['catalogue.endings'], values['catalogue.renewals']),
    glued: values['domains.gluedEndings'].join(', '),
  }),
  toValues: ({ rows, glued }) => ({
    ...endingValues(rows),
    'domains.gluedEndings': glued.split(/[\s,]+/).filter(Boolean),
  }),
  summary: ({ rows, glued }) => ({
    [m.settings_endings()]: rows
      .map(({ ending, renewal }) => (renewal ? `.${ending} $${renewal}` : `.${ending}`))
      .join('\n'),
    [m.settings_glued()]: glued || '—',
  }),
}

/** The domain endings that the shop offers, and the price of their renewal. */
export function EndingsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(form, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_endings()}
      about={m.settings_endings_about()}
      section={section}
    >
      <RowList
        label={m.settings_endings()}
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        blank={{ ending: '', renewal: '' }}
        add={m.settings_add_ending()}
        nameOf={({ ending }) => ending}
        most={20}
      >
        {(row, change, at) => (
          <div className="grid flex-1 grid-cols-2 gap-3">
            <TextField
              label={m.settings_ending()}
              value={row.ending}
              onChange={(event) => change({ ending: event.target.value })}
              error={errorAt('catalogue.endings', at)}
              autoCapitalize="none"
              spellCheck={false}
              placeholder="co.tz"
            />
            <MoneyField
              label={m.settings_renewal_price()}
              placeholder={m.settings_on_request()}
              value={row.renewal}
              onChange={(renewal) => change({ renewal })}
              error={errorAt('catalogue.renewals', row.ending.trim().toLowerCase().replace(/^\./, ''))}
            />
          </div>
        )}
      </RowList>
      <TextField
        label={m.settings_glued()}
        description={m.settings_glued_about()}
        value={draft.glued}
        onChange={(event) => set({ glued: event.target.value })}
        error={errorAt('domains.gluedEndings')}
        autoCapitalize="none"
        spellCheck={false}
      />
    </SettingsSection>
  )
}
