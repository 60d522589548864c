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
  // A failure ends the process with its error on stderr.
  void Promise.all(Array.from({ length: 8 }, writer))
})
