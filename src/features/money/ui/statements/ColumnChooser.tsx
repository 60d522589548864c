import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import {
  type Columns,
  isComplete,
  type StatementField,
  statementFields,
  type StatementPreview,
} from '../../statements/statement.ts'
import { fieldLabels } from '../received/received-texts.ts'

interface ColumnChooserProps {
  preview: StatementPreview
  columns: Columns
  onChange: (columns: Columns) => void
  /** Called when the columns of an unknown layout are chosen. */
  onUse: () => void
}

const fieldAt = (columns: Columns, at: number) => statementFields.find((field) => columns[field] === at)

/** The columns with another field at one place. A field has one column, and a column one field. */
function withField(columns: Columns, at: number, field: StatementField | ''): Columns {
  const others = Object.entries(columns).filter(([other, place]) => other !== field && place !== at)
  return { ...Object.fromEntries(others), ...(field && { [field]: at }) }
}

/** The first lines of a statement as a table, which says of each column what it is. */
export function ColumnChooser({ preview, columns, onChange, onUse }: ColumnChooserProps) {
  const { header, sample } = preview
  const options = statementFields.map((value) => ({ value, label: fieldLabels[value]() }))
  const isKnown = preview.columns !== null
  return (
    <details open={!isKnown} className="rounded-control border border-line p-4">
      <summary className="cursor-pointer font-semibold">{m.billing_columns()}</summary>
      <p className="mt-2 max-w-text text-sm text-muted">{m.billing_columns_about()}</p>
      <div
        role="region"
        aria-label={m.billing_columns_sample()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled with the keyboard
        tabIndex={0}
        className="relative mt-3 overflow-x-auto"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {header.map((name, at) => {
                const label = name || m.billing_column_unnamed({ number: at + 1 })
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
                  <th key={at} scope="col" className="min-w-40 px-1.5 py-1 align-bottom">
                    <span className="mb-1 block truncate">{label}</span>
                    <Select
                      hideLabel
                      label={m.billing_column_is({ name: label })}
                      placeholder={m.billing_column_none()}
                      value={fieldAt(columns, at) ?? ''}
                      onChange={({ target: { value } }) =>
                        onChange(withField(columns, at, value as StatementField | ''))
                      }
                      options={options}
                    />
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {sample.slice(0, 6).map((line, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a file have no name
              <tr key={row} className="border-t border-line">
                {header.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- neither have its cells
                  <td key={at} title={line[at]} className="max-w-60 truncate px-2 py-1.5">
                    {line[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isKnown ? null : (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button disabled={!isComplete(columns)} onClick={onUse}>
            {m.billing_columns_use()}
          </Button>
          {isComplete(columns) ? null : <p className="text-sm text-muted">{m.billing_columns_missing()}</p>}
        </div>
      )}
    </details>
  )
}
