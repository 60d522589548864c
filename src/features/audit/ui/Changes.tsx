import { m } from '../../../paraglide/messages.js'
import { changesOf } from './changes.ts'
import type { Entry } from './AuditEntry.tsx'

/** What a row's contents were and are, side by side; what changed is marked by word and colour. */
export function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const changes = changesOf(before, after)
  if (!changes.length) return <p className="text-muted">{m.audit_no_contents()}</p>
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="w-1/3 py-1 pr-3 font-semibold">
            {m.audit_field()}
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
        {changes.map(({ field, before: was, after: is, isChanged }) => (
          <tr key={field} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-1 pr-3 font-mono font-normal wrap-anywhere">
              {field}
            </th>
            <td className="py-1 pr-3 wrap-anywhere whitespace-pre-wrap">
              {isChanged && was !== undefined ? (
                <del className="rounded-[3px] bg-rejected-ground px-1 text-rejected">{was}</del>
              ) : (
                (was ?? '–')
              )}
            </td>
            <td className="py-1 wrap-anywhere whitespace-pre-wrap">
              {isChanged && is !== undefined ? (
                <ins className="rounded-[3px] bg-available-ground px-1 text-available no-underline">{is}</ins>
              ) : (
                (is ?? '–')
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
