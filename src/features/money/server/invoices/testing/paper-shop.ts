import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShop, type Person } from '../../../../../app/testing/shop.ts'
import type { PaperFacts } from '../../../invoices/paper.ts'
import { confirm, lineOf, openCharge } from './sales.ts'

/** A shop on two nodes that charges VAT, a customer of it, and papers for them. */
export async function openPaperShop() {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-papers-'))
  const shop = await openShop({ nodes: 2, env: { DATA_DIR: folder } })
  const asha = await shop.customer({ full_name: 'Asha Ngũgĩ wa Thiong’o 你好' })
  const admin = await shop.admin()
  const values = {
    'papers.legalName': 'Kikoa Digital Limited',
    'papers.vrn': '40-012345-A',
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
      const paper = await confirm(database, charge, { lines })
      const [row] = await shop.sql(`select * from papers where id = $1`, [paper.id])
      return { charge, paper, facts: row!['facts'] as PaperFacts, path: `/api/papers/${paper.id}/pdf` }
    },
    async close() {
      await shop.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
