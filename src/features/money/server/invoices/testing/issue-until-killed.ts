import { Database } from '../../../../../server/database/database.ts'
import { confirm, type TestCharge } from './sales.ts'

// A process that issues the invoices of the charges that it is sent, eight at once, until it is killed. What fails, such
// as a connection that a busy machine opens too late, is tried again.

const database = new Database(JSON.parse(process.env['INVOICES_DATABASE']!), () => undefined)

process.once('message', (charges: TestCharge[]) => {
  const waiting = [...charges]
  const writer = async () => {
    for (let charge = waiting.pop(); charge; charge = waiting.pop()) {
      const issued = await confirm(database, charge).then(
        () => true,
        () => false,
      )
      if (issued) process.send!('issued')
      else waiting.push(charge)
    }
  }
  Promise.all(Array.from({ length: 8 }, writer)).catch(() => process.exit(1))
})
