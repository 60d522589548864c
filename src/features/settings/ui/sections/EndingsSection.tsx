import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { endingRows, endingValues, type EndingRow } from '../../ending-rows.ts'
import { MoneyField } from '../MoneyField.tsx'
import { RowList } from '../RowList.tsx'
import { type Plan, useSection } from '../section.ts'
import type { SectionProps } from './sections.ts'
import { SettingsSection } from '../SettingsSection.tsx'

interface Draft {
  rows: EndingRow[]
  glued: string
}

const plan: Plan<Draft> = {
  read: (values) => ({
    rows: endingRows(values['catalogue.endings'], values['catalogue.renewals']),
    glued: values['domains.gluedEndings'].join(', '),
  }),
  write: ({ rows, glued }) => ({
    ...endingValues(rows),
    'domains.gluedEndings': glued.split(/[\s,]+/).filter(Boolean),
  }),
  words: ({ rows, glued }) => ({
    [m.settings_endings()]: rows
      .map(({ ending, renewal }) => (renewal ? `.${ending} $${renewal}` : `.${ending}`))
      .join('\n'),
    [m.settings_glued()]: glued || '—',
  }),
}

/** Which endings the shop names and looks up, and what each further year of them costs. */
export function EndingsSection({ id, shown }: SectionProps) {
  const section = useSection(plan, shown)
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
