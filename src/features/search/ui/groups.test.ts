import { expect, test } from 'vitest'
import { hitGroups } from './groups.ts'
import type { Found } from './search.api.ts'

const customer = { id: 'c', full_name: 'Tatu Farasi', business_name: null, email: 'tatu@example.com' }
const nothing: Found = {
  customers: [],
  services: [],
  requests: [],
  orders: [],
  payments: [],
  charges: [],
  invoices: [],
}
const order = {
  id: 'o',
  customer,
  number: 1001,
  items: ['tatu.com'],
  status: 'pending',
  payment: null,
  created_at: '2026-01-01T00:00:00Z',
}
const request = {
  id: 'r',
  customer,
  kind: 'domain',
  subject: 'tatu.com',
  status: 'available',
  payment: null,
  created_at: '2026-01-01T00:00:00Z',
}
const found = {
  ...nothing,
  customers: [{ ...customer, phone_number: null }],
  requests: [request],
  orders: [order],
}
const titles = (of: Found, q: string) =>
  hitGroups([], of, q).flatMap(({ hits }) => hits.map(({ title }) => title))
const details = (of: Partial<Found>) =>
  hitGroups([], { ...nothing, ...of }, 'tatu').flatMap(({ hits }) => hits.map(({ detail }) => detail))

test('a person is before what is theirs', () => {
  expect(titles(found, 'tatu')).toEqual(['Tatu Farasi', 'tatu.com', 'Order #1001'])
})

test('an order is first where its number was typed', () => {
  for (const q of ['1001', '#1001', 'no. 1001']) expect(titles(found, q)[0]).toBe('Order #1001')
})

test('what is paid does not read as an offer', () => {
  const of = (payment: 'paid' | 'claimed' | null, status = 'available') =>
    details({ requests: [{ ...request, status, payment }] })
  expect(of(null)).toEqual(['Domains · Available · Tatu Farasi'])
  expect(of('claimed')).toEqual(['Domains · Reported · Tatu Farasi'])
  expect(of('paid')).toEqual(['Domains · Paid: activate · Tatu Farasi'])
  expect(of('paid', 'rejected')).toEqual(['Domains · Rejected · Tatu Farasi'])
  expect(details({ orders: [{ ...order, payment: 'paid' }] })).toEqual([
    'tatu.com · Paid: activate · Tatu Farasi',
  ])
})
