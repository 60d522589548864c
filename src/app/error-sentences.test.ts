import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { errorOf, reasonOf } from '../client/api.ts'
import en from '../../messages/en.json' with { type: 'json' }
import sw from '../../messages/sw.json' with { type: 'json' }
import { endpoints } from './endpoints.ts'

/** Each refusal that a screen can meet has a sentence of its own, in both languages. */

const source = resolve(import.meta.dirname, '..')
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^client\/|\/ui\//.test(path) && /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(source, path), 'utf8'))

/** The entries of the tables from a code, or the kind of another failure, to a sentence. */
const entries = texts.flatMap((text) =>
  [...text.matchAll(/(?:'([a-z-]+)'|\b([A-Z][A-Z_]+)): (?:\(\) => )?(?:m|texts)\.(\w+)/g)].map(
    ([, kind, code, key]) => ({ code: (kind ?? code)!, key: key! }),
  ),
)
/** The codes with which a screen compares what it was refused with. */
const compared = new Set(
  texts.flatMap((text) => [...text.matchAll(/'([A-Z][A-Z_]+)'/g)].map(([, code]) => code)),
)

const codes = new Map(
  endpoints.flatMap(({ procedure }) =>
    Object.entries(procedure.errorMap as Record<string, { status: number; message: string }>),
  ),
)

/** What no screen meets, and why. */
const unmet: Record<string, string> = {
  CART_FULL: 'the button says it before the item is sent',
  NAME_INVALID: 'the search reads the name by the same rule before it asks',
  TOO_MANY_ENDINGS: 'the search asks for the endings of the shop',
  LINE_UNKNOWN: 'the form has the lines of the order',
  SETTING_UNKNOWN: 'the forms have the known settings',
  NO_CREDIT: 'every refusal says that the credit or the amount due has changed',
}

test('each code of the contract has a sentence on the screens that meet it', () => {
  const known = new Set<string | undefined>([...entries.map(({ code }) => code), ...compared])
  const without = [...codes]
    .filter(([code, { status, message }]) => {
      const error = errorOf({ code, status, message, request_id: 'x' })
      return !known.has(reasonOf(error))
    })
    .map(([code]) => code)
  expect(without.toSorted()).toEqual(Object.keys(unmet).toSorted())
})

test('a sentence of a refusal says more than that it failed', () => {
  const failed = new Set(
    texts.flatMap((text) => [...text.matchAll(/errorSentence\(\s*m\.(\w+)/g)].map(([, key]) => key!)),
  )
  const vague = entries.filter(({ code, key }) => codes.has(code) && failed.has(key))
  // These say why where nothing else can be the reason.
  const sorted = vague.map(({ code, key }) => `${code} ${key}`).toSorted()
  expect(sorted).toEqual([
    'IMAGE_INVALID settings_logo_unreadable',
    'NOT_FOUND services_gone',
    'NOT_NOW transfers_code_none',
  ])
})

/** The codes that several screens explain, each with what was refused there. */
const explained = [
  'ALREADY_MADE',
  'ALREADY_OWNED',
  'ALREADY_REQUESTED',
  'AMOUNT_INVALID',
  'BEING_DELIVERED',
  'CONFLICT',
  'DATE_INVALID',
  'EMAIL_INVALID',
  'FORBIDDEN',
  'LAST_ADMIN',
  'LOG_IN_AGAIN',
  'NOT_CLAIMED',
  'NOT_FOUND',
  'NOT_NOW',
  'NOT_OPEN',
  'NOT_RETRYABLE',
  'NO_ADDRESS',
  'TAKEN',
  'TARGET_REFUSED',
  'TOO_MANY_REQUESTS',
]

test('a code has one sentence, except where a screen says more precisely what was refused', () => {
  const sentences = Map.groupBy(entries, ({ code }) => code)
  const several = [...sentences]
    .filter(([code, found]) => codes.has(code) && new Set(found.map(({ key }) => key)).size > 1)
    .map(([code]) => code)
  expect(several.toSorted()).toEqual(explained)
})

test('each sentence is in both languages', () => {
  const keys = entries.map(({ key }) => key).filter((key) => key.includes('_'))
  expect(keys.filter((key) => !(key in en) || !(key in sw))).toEqual([])
  for (const key of keys as (keyof typeof en)[]) expect(en[key]).not.toEqual(sw[key])
})
