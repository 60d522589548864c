import { m } from '../../../paraglide/messages.js'
import { useMomentFormat } from '../../../kit/dates.tsx'
import { momentStyle } from '../../../shared/dates.ts'
import type { Entry } from './audit.api.ts'
import { fieldLabels, valueLabels } from './field-labels.ts'

/** The fields before and after in words, side by side, with the changed ones marked. */
export function Changes({ entry }: { entry: Entry }) {
  const format = useMomentFormat()
  const inWords = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? m.audit_yes() : m.audit_no()
    if (Array.isArray(value)) return value.map(inWords).join(', ') || '–'
    if (typeof value === 'object')
      return Object.entries(value)
        .map(
          ([name, part]) =>
            `${Object.hasOwn(fieldLabels, name) ? fieldLabels[name]!() : name}: ${inWords(part)}`,
        )
        .join('\n')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (moment.test(text)) return format(text, momentStyle)
    return entry.people[text] ?? (Object.hasOwn(valueLabels, text) ? valueLabels[text]!() : text)
  }
  const changes = changesOf(entry)
  if (!changes.length) return <p className="text-muted">{m.audit_no_contents()}</p>
  return (
    <table className="w-full max-w-3xl table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="w-1/3 py-1 pr-3 font-semibold">
            {m.common_field()}
          </th>
          <th scope="col" className="py-1 pr-3 font-semibold">
            {m.audit_before()}
          </th>
          <th scope="col" className="py-1 font-semibold">
            {m.audit_after()}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, isChanged }) => (
          <tr key={field} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-1 pr-3 font-normal wrap-anywhere">
              {fieldLabels[field]!()}
            </th>
            <td className="py-1 pr-3 wrap-anywhere whitespace-pre-wrap">
              {isChanged && before !== undefined ? (
                <del className="rounded-[3px] bg-rejected-ground px-1 text-rejected">{inWords(before)}</del>
              ) : (
                inWords(before)
              )}
            </td>
            <td className="py-1 wrap-anywhere whitespace-pre-wrap">
              {isChanged && after !== undefined ? (
                <ins className="rounded-[3px] bg-available-ground px-1 text-available no-underline">
                  {inWords(after)}
                </ins>
              ) : (
                inWords(after)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** One field before and after; undefined where it was not logged. */
interface Change {
  field: string
  before: unknown
  after: unknown
  isChanged: boolean
}

/** The fields that have a label, changed ones first. Ids that are nobody's name are left to the technical details. */
function changesOf({ before, after, people }: Entry): Change[] {
  const isShown = (value: unknown) => typeof value !== 'string' || !id.test(value) || value in people
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => Object.hasOwn(fieldLabels, field))
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => isShown(change.before) && isShown(change.after))
    .map((change) => ({
      ...change,
      isChanged: JSON.stringify(change.before) !== JSON.stringify(change.after),
    }))
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged))
}
