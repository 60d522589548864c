import { m } from '../../../../paraglide/messages.js'
import { keysOf } from '../../../../shared/pick.ts'
import { TextField } from '../../../../kit/form/Field.tsx'
import { labelsOf } from '../drafts.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import { RowList } from '../form-fields.tsx'
import type { ShownSettings } from '../use-section.tsx'

const blank = { suffix: '', rdap: '', whois: '', /** Registered names, separated by spaces. */ known: '' }
type Row = typeof blank

const examples: Record<keyof Row, string | undefined> = {
  suffix: undefined,
  rdap: 'https://rdap.example/',
  whois: 'whois.example',
  known: 'nic.example',
}
const names = keysOf(examples)

const endingOf = (typed: string) => typed.trim().toLowerCase().replace(/^\./, '')

const endpoints: OwnField<Row[]> = {
  toDraft: (values) =>
    Object.entries(values['availability.endpoints']).map(
      ([suffix, { rdap = '', whois = '', known = [] }]) => ({ suffix, rdap, whois, known: known.join(' ') }),
    ),
  toValues: (rows) => ({
    'availability.endpoints': Object.fromEntries(
      rows
        .filter((row) => names.some((name) => row[name]))
        .map(({ suffix, rdap, whois, known }) => [
          endingOf(suffix),
          {
            ...(rdap.trim() && { rdap: rdap.trim() }),
            ...(whois.trim() && { whois: whois.trim() }),
            ...(known.trim() && { known: known.trim().split(/[\s,]+/) }),
          },
        ]),
    ),
  }),
  textOf: (rows) =>
    rows
      .map(({ suffix, rdap, whois, known }) => [`.${suffix}`, rdap, whois, known].filter(Boolean).join(' '))
      .join('\n') || '—',
  Field: EndpointRows,
}

function EndpointRows({ value: rows, onChange, errorAt }: OwnFieldProps<Row[]>) {
  const labels = labelsOf('availability.endpoints')
  return (
    <RowList
      label={m.settings_registries()}
      rows={rows}
      onChange={onChange}
      blank={blank}
      add={m.settings_add_registry()}
      nameOf={({ suffix }) => suffix && `.${suffix.replace(/^\./, '')}`}
      summaryOf={({ rdap, whois }) => [rdap, whois].filter(Boolean).join(' · ')}
      isRefused={({ suffix }) => errorAt([endingOf(suffix)]) !== undefined}
      most={50}
    >
      {(row, change) => (
        <div className="grid flex-1 gap-3 @lg:grid-cols-2 @3xl:grid-cols-[8rem_1fr_1fr_1fr]">
          {names.map((name) => (
            <TextField
              key={name}
              label={labels[name]()}
              placeholder={examples[name]}
              value={row[name]}
              onChange={(event) => change({ [name]: event.target.value })}
              error={name === 'suffix' ? errorAt([endingOf(row.suffix)]) : undefined}
              autoCapitalize="none"
              spellCheck={false}
            />
          ))}
        </div>
      )}
    </RowList>
  )
}

/** RDAP and WHOIS servers, for a shop whose registrar provides its own. */
export const RegistriesSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection id="registries" shown={shown} own={{ 'availability.endpoints': endpoints }} looks={{}} />
)
