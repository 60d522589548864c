import { expect, test } from 'vitest'
import { actLabels, reasonTexts, stateLook } from './fulfilment-labels.ts'

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

test('what is held for its price says how a person goes on, by the names of the buttons', () => {
  for (const locale of ['en', 'sw'] as const)
    for (const reason of ['price', 'redemption'] as const)
      for (const act of ['send-again', 'refuse'] as const)
        expect(inLanguage(reasonTexts[reason], locale)).toContain(inLanguage(actLabels[act], locale))
})

const inLanguage = (text: () => string, locale: 'en' | 'sw') =>
  (text as (inputs: object, options: { locale: string }) => string)({}, { locale })
