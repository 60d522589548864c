import { m } from '../../../../paraglide/messages.js'
import { saveFile } from '../../../../client/download.ts'
import { Button } from '../../../../kit/Button.tsx'
import { useMomentFormat } from '../../../../kit/dates.tsx'
import { dayStyle } from '../../../../shared/dates.ts'
import { Notice } from '../../../../kit/Notice.tsx'
import { shownReference } from '../../charges/reference.ts'
import type { BalanceProof, PreviewedRow, StatementPreview } from '../../statements/statement.ts'
import { unreadFile } from '../../statements/unread-file.ts'
import { amountText, reasonText, unreadText } from '../received/received-texts.ts'

const stateLabels: Record<PreviewedRow['state'], () => string> = {
  new: m.common_new,
  known: m.billing_statement_state_known,
  doubtful: m.billing_statement_state_doubtful,
}

const LISTED = 10

/** What saving a statement would do: its sums, its rows with what is new, known or doubtful, and what was not read. */
export function StatementSummary({ preview }: { preview: StatementPreview }) {
  const { count, counts, skipped, sums, period, proof, currency } = preview
  const format = useMomentFormat()
  const day = (at: string) => format(at, { ...dayStyle, timeZone: 'UTC' })
  const money = (amount: string) => amountText(Number(amount), currency)
  return (
    <>
      <div>
        <p className="font-semibold">{m.billing_statement_found({ count })}</p>
        <p>{m.billing_statement_sums({ moneyIn: money(sums.in), moneyOut: money(sums.out) })}</p>
        {period ? <p>{m.billing_statement_period({ from: day(period.from), to: day(period.to) })}</p> : null}
        <p>{m.billing_statement_counts(counts)}</p>
        {counts.pays ? <p>{m.billing_statement_pays({ count: counts.pays })}</p> : null}
        <p className="text-muted">{m.billing_statement_skipped(skipped)}</p>
      </div>
      {proof ? <Proof proof={proof} money={money} /> : null}
      <Rows rows={preview.rows} count={count} />
      <UnreadRows preview={preview} />
    </>
  )
}

function Proof({ proof, money }: { proof: BalanceProof; money: (amount: string) => string }) {
  const { opening, closing, expected, breaks } = proof
  if (expected === closing && !breaks.length)
    return <p>{m.billing_statement_adds_up({ opening: money(opening), closing: money(closing) })}</p>
  return (
    <Notice tone="warning">
      {expected === closing ? null : (
        <p>{m.billing_statement_does_not_add_up({ expected: money(expected), closing: money(closing) })}</p>
      )}
      <ul>
        {breaks.map((one) => (
          <li key={one.row}>
            {m.billing_statement_break({
              row: one.row,
              expected: money(one.expected),
              found: money(one.found),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Rows({ rows, count }: { rows: readonly PreviewedRow[]; count: number }) {
  const listed = rows.slice(0, Math.max(LISTED, rows.filter(({ state }) => state === 'doubtful').length))
  return (
    <div>
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {listed.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- payments of a batch have one row
          <li key={at} className="py-2 wrap-anywhere">
            <span className="font-semibold">{amountText(row.amount, row.currency)}</span>{' '}
            <span className="text-muted">
              {[stateLabels[row.state](), row.at.replace('T', ' '), row.code, row.name, row.reference]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {row.pays ? (
              <p className="text-sm">
                {m.billing_statement_pays_for({
                  reference: shownReference(row.pays.reference),
                  customer: row.pays.customer ?? '—',
                })}
              </p>
            ) : null}
            {row.reason ? <p className="text-sm text-pending">{reasonText(row.reason)}</p> : null}
          </li>
        ))}
      </ul>
      {count > listed.length ? (
        <p className="mt-2 text-sm text-muted">
          {m.billing_statement_more({ count: count - listed.length })}
        </p>
      ) : null}
    </div>
  )
}

function UnreadRows({ preview: { header, unread, counts } }: { preview: StatementPreview }) {
  if (!unread.length) return null
  const download = () =>
    saveFile(
      // Without the mark Excel reads UTF-8 as Windows-1252.
      new Blob(['\uFEFF', unreadFile(header, unread, unreadText)], { type: 'text/csv;charset=utf-8' }),
      'rows-not-read.csv',
    )
  return (
    <section
      aria-label={m.billing_statement_unread({ count: counts.unread })}
      className="flex flex-col gap-3 rounded-control border border-line p-4"
    >
      <div>
        <h3 className="font-semibold">{m.billing_statement_unread({ count: counts.unread })}</h3>
        <p className="text-sm text-muted">{m.billing_statement_unread_about()}</p>
      </div>
      <ul className="flex flex-col gap-2">
        {unread.slice(0, LISTED).map(({ row, reason, cells }) => (
          <li key={row} className="wrap-anywhere">
            <span className="font-semibold">{m.billing_statement_unread_row({ row })}</span>{' '}
            {unreadText(reason)}
            <p className="text-sm text-muted">{cells.filter(Boolean).join(' · ').slice(0, 300)}</p>
          </li>
        ))}
      </ul>
      {counts.unread > LISTED ? (
        <p className="text-sm text-muted">{m.billing_statement_more({ count: counts.unread - LISTED })}</p>
      ) : null}
      <div>
        <Button variant="secondary" onClick={download}>
          {m.billing_statement_unread_download()}
        </Button>
      </div>
    </section>
  )
}
