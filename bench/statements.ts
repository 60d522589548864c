import { admin, end, start } from '../e2e/running.ts'

// Previews a statement of 20,000 rows, and asks for another page again and again meanwhile. The longest answer shows how
// long the statement keeps other requests waiting: as a ratio of the time that reading the statement takes, which would be
// 1 if nothing else had a turn.

const ROWS = 20_000

const running = await start({})
try {
  const { address } = running
  const json = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(admin),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const rows = Array.from(
    { length: ROWS },
    (_, at) => `RKL1T${at},2026-11-20 10:00:00,Payment from 255711000501 - NURU SALUM,Completed,"1,200.00",,`,
  )
  const asked = async () => {
    const from = performance.now()
    await (await fetch(`${address}/health`)).text()
    return performance.now() - from
  }
  const alone: number[] = []
  for (let at = 0; at < 200; at++) alone.push(await asked())
  const from = performance.now()
  let whole = 0
  const preview = fetch(`${address}/api/admin/payments/statement?save=0&method=M-Pesa&currency=TZS`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance\n${rows.join('\n')}\n`,
  }).then(async (answer) => {
    whole = performance.now() - from
    const { count } = (await answer.json()) as { count?: number }
    if (count !== ROWS) throw new Error(`The statement was not read: ${answer.status}`)
  })
  const beside: number[] = []
  while (!whole) beside.push(await asked())
  await preview
  const [longestAlone, longest] = [Math.max(...alone), Math.max(...beside)]
  console.log(`  ${ROWS} rows previewed in ${whole.toFixed(0)} ms, ${beside.length} other answers meanwhile`)
  console.log(
    `  longest answer beside it ${longest.toFixed(0)} ms (alone ${longestAlone.toFixed(0)} ms), ${(longest / whole).toFixed(3)} of the whole`,
  )
} finally {
  await end(running)
}
