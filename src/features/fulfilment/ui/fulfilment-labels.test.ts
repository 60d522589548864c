import { expect, test } from 'vitest'
import { stateLook } from './fulfilment-labels.ts'

test('what was not sent yet says what it waits for, and all else its state', () => {
  const textOf = (...[state, reason]: [Parameters<typeof stateLook>[0]['state'], string | null]) =>
    stateLook({ state, reason: reason as Parameters<typeof stateLook>[0]['reason'] }).text
  expect([
    textOf('ready', 'balance'),
    textOf('ready', 'credentials'),
    textOf('ready', 'limit'),
    textOf('ready', 'unreachable'),
    textOf('ready', null),
    textOf('ready', 'by-hand'),
    textOf('held', 'price'),
  ]).toEqual([
    'Waiting for balance',
    'Waiting for a key',
    'Waiting for registrar',
    'Waiting for registrar',
    'To be sent',
    'To be sent',
    'On hold',
  ])
})
