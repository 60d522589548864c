import { expect, it } from 'vitest'
import { encodingOf } from './content-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'brotli'],
  ['br', 'brotli'],
  ['br;q=0.5, gzip', 'brotli'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.0,gzip;q=0.2', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['brotli', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j takes %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})
