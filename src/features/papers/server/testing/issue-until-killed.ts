import { Database } from '../../../../server/database/database.ts'
import { confirm, type TestCharge } from './sales.ts'

// A process that issues the invoices of the charges that it is sent, eight at once, until it is killed.

const database = new Database(JSON.parse(process.env['PAPERS_DATABASE']!), () => undefined)

process.once('message', (charges: TestCharge[]) => {
  const waiting = [...charges]
  const writer = async () => {
    for (let charge = waiting.pop(); charge; charge = waiting.pop()) {
      await confirm(database, charge)
      process.send!('issued')
    }
  }
  Promise.all(Array.from({ length: 8 }, writer)).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 1
  })
})
