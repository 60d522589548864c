import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShop, type Person } from '../../../../../app/testing/shop.ts'
import type { InvoiceFacts } from '../../../invoices/invoice.ts'
import { confirm, lineOf, openCharge } from './sales.ts'

/** A shop on two nodes that charges VAT, a customer of it, and invoices for them. */
export async function openInvoiceShop() {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-invoices-'))
  const shop = await openShop({ nodes: 2, env: { DATA_DIR: folder } })
  const asha = await shop.customer({ full_name: 'Asha Ngũgĩ wa Thiong’o 你好' })
  const admin = await shop.admin()
  const values = {
    'papers.legalName': 'Kikoa Digital Limited',
    'invoices.vrn': '40-012345-A',
    'papers.vatRates': [
      { from: '2020-01-01', percent: 18, product: null },
      { from: '2020-01-01', percent: 0, product: 'email' },
    ],
  }
  await admin.call('PATCH', '/api/admin/settings', { values })
  const { database } = shop.nodes[0]!

  return {
    folder,
    shop,
    asha,
    admin,
    database,
    async fetchPdf(person: Person, path: string) {
      const answer = await fetch(`${shop.nodes[0]!.address}${path}`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      return {
        status: answer.status,
        headers: answer.headers,
        bytes: Buffer.from(await answer.arrayBuffer()),
      }
    },
    speak: (language: 'en' | 'sw') =>
      shop.sql(`update profiles set language = $2 where id = $1`, [asha.id, language]),
    async issue() {
      const charge = await openCharge(shop.sql, asha.id, { amount: 150 })
      const lines = [lineOf(charge, 10_000), { ...lineOf(charge, 5_000, 'email'), text: 'info@asha.co.tz' }]
      const invoice = await confirm(database, charge, { lines })
      const [row] = await shop.sql(`select * from invoices where id = $1`, [invoice.id])
      return {
        charge,
        invoice,
        facts: row!['facts'] as InvoiceFacts,
        path: `/api/invoices/${invoice.id}/pdf`,
      }
    },
    async close() {
      await shop.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
