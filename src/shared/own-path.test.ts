import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('a redirect leads to this site only', () => {
  it.each([
    '/',
    '/dashboard',
    '/results?domain=mama&from=http://x//y',
    '/pricing#plans',
    '/a/../b',
    '/%2f%2fevil.example',
  ])('follows %s', (path) => expect(ownPath(path)).toBe(path))

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a//b',
    '/..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ /evil.example',
    '/\u0000',
    '/\r\nSet-Cookie: a=b',
    '/é',
    'https://evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    undefined,
    ['/dashboard'],
    `/${'a'.repeat(1000)}`,
  ])('goes home instead of %j', (path) => expect(ownPath(path)).toBe('/'))
})
