import { m } from '../../../../paraglide/messages.js'
import { Select } from '../../../../kit/form/Field.tsx'
import { type Columns, statementFields, type StatementPreview } from '../../statements/statement.ts'
import { fieldLabels } from '../received/received-texts.ts'

interface ColumnChooserProps {
  preview: StatementPreview
  columns: Columns
  /** Whether the columns are unknown. */
  open: boolean
  onChange: (columns: Columns) => void
}

/** Which column of a statement is which, with the first lines of the file. */
export function ColumnChooser({ preview: { header, sample }, columns, open, onChange }: ColumnChooserProps) {
  const options = header.map((name, at) => ({
    value: String(at),
    label: name || m.billing_column_unnamed({ number: at + 1 }),
  }))
  return (
    <details open={open} className="rounded-control border border-line p-4">
      <summary className="cursor-pointer font-semibold">{m.billing_columns()}</summary>
      <p className="mt-2 text-sm text-muted">{m.billing_columns_about()}</p>
      <div
        role="region"
        aria-label={m.billing_columns_sample()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled with the keyboard
        tabIndex={0}
        className="mt-3 overflow-x-auto"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {options.map(({ value, label }) => (
                <th key={value} scope="col" className="px-2 py-1 whitespace-nowrap">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.slice(0, 4).map((line, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a file have no name
              <tr key={row} className="border-t border-line">
                {header.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- neither have its cells
                  <td key={at} className="max-w-60 truncate px-2 py-1">
                    {line[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-3">
        {statementFields.map((field) => (
          <Select
            key={field}
            label={fieldLabels[field]()}
            placeholder={m.billing_column_none()}
            value={columns[field] === undefined ? '' : String(columns[field])}
            onChange={({ target: { value } }) => {
              const { [field]: _, ...rest } = columns
              onChange(value === '' ? rest : { ...rest, [field]: Number(value) })
            }}
            options={options}
          />
        ))}
      </div>
    </details>
  )
}
