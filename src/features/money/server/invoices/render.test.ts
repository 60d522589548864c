import { afterAll, expect, test } from 'vitest'
import type { InvoiceFacts } from '../../invoices/invoice.ts'
import { renderInvoice } from './render.ts'
import { openInvoiceShop } from './testing/invoice-shop.ts'

/** How the PDFs of invoices are drawn beside the calls that a node answers. */

const invoices = await openInvoiceShop()
afterAll(invoices.close)
const draw = (facts: InvoiceFacts) => renderInvoice(facts, undefined, new Date('2033-06-01'))

test('a PDF is drawn beside the process, which goes on with its other work', async () => {
  const { facts } = await invoices.issue()
  const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()]
  await draw({ ...facts, lines: Array.from({ length: 400 }, () => facts.lines[0]!) })
  const user = process.threadCpuUsage(own).user / process.cpuUsage(whole).user
  expect(user).toBeLessThan(0.5)
})

test('a drawing that fails gives its error, and those before and after it their PDFs', async () => {
  const { facts } = await invoices.issue()
  const broken = { ...facts, lines: null as never }
  const all = await Promise.allSettled([draw(facts), draw(broken), draw(facts)])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const [first, failed, third] = all as [
    PromiseFulfilledResult<Buffer>,
    PromiseRejectedResult,
    PromiseFulfilledResult<Buffer>,
  ]
  expect(failed.reason).toBeInstanceOf(Error)
  expect(third.value.equals(first.value)).toBe(true)
})

test('eight drawings at once each give the PDF of their own invoice', async () => {
  const { facts } = await invoices.issue()
  const names = Array.from({ length: 8 }, (_, at) => `T-2033-00000${at}`)
  const drawn = await Promise.all(names.map((number) => draw({ ...facts, number })))
  expect(drawn.map((pdf) => new TextDecoder('latin1').decode(pdf).match(/T-2033-00000\d/)?.[0])).toEqual(
    names,
  )
})
