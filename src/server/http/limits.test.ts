import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createLimits } from './api.ts'

const request = (ip: string, method = 'POST') => ({ ip, method }) as FastifyRequest

test('a visitor is counted by the household, not by each of its IPv6 addresses', async () => {
  const limits = createLimits(0.05) // 3 writes a minute
  const waits = []
  for (let turn = 0; turn < 4; turn++)
    waits.push(await limits.consume(request(`2001:db8:1:2::${turn}`), undefined)) // oxlint-disable-line no-await-in-loop
  expect(waits.map(Boolean)).toEqual([false, false, false, true])
  expect(await limits.consume(request('2001:db8:1:3::1'), undefined)).toBe(0)
})

test('a person is counted once, however many sessions are opened', async () => {
  const limits = createLimits(1 / 60) // 3 writes a minute
  const waits = []
  for (const session of ['a', 'b', 'c', 'd'])
    waits.push(await limits.consume(request('192.0.2.1'), { person: 'asha', session })) // oxlint-disable-line no-await-in-loop
  expect(waits.map(Boolean)).toEqual([false, false, false, true])
  expect(await limits.consume(request('192.0.2.1'), { person: 'juma', session: 'e' })).toBe(0)
  expect(await limits.consume(request('192.0.2.1', 'GET'), { person: 'asha', session: 'a' })).toBe(0)
})
