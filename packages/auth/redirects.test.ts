import { expect, test } from 'vitest'
import { allowedRedirect, redirectWith } from './redirects.ts'

const site = 'https://kikoa.example'
const to = (requestedParameters: string | undefined, ...AUTH_REDIRECTS: string[]) =>
  allowedRedirect({ SITE_URL: site, AUTH_REDIRECTS }, requestedParameters)

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a path alone', '/dashboard'],
  ['another host', 'https://elsewhere.example/'],
  ['a host without scheme', '//elsewhere.example'],
  ['another scheme', 'http://kikoa.example/'],
  ['another port', 'https://kikoa.example:8443/'],
  ['the host as a user name', 'https://kikoa.example@elsewhere.example/'],
  ['somebody at the host', 'https://asha@kikoa.example/'],
  ['the host as a beginning', 'https://kikoa.example.elsewhere.example/'],
  ['a backslash', 'https:\\\\elsewhere.example\\kikoa.example'],
  ['a script', 'javascript:alert(1)//https://kikoa.example'],
  ['a page in the address', 'data:text/html,hello'],
  ['a line break', 'https://kikoa.example\n.elsewhere.example/'],
])('a redirect to %s becomes the product itself', (_, requestedParameters) =>
  expect(to(requestedParameters)).toBe(site),
)

test('an address of the product is taken, with its path, query and fragment', () =>
  expect(to('https://kikoa.example/dashboard?a=b#c')).toBe('https://kikoa.example/dashboard?a=b#c'))

test.each([
  ['https://app.example/back', 'https://app.example/back', true],
  ['https://app.example/back', 'https://app.example/back#part', true],
  ['https://app.example/back', 'https://app.example/other', false],
  ['https://*.app.example/', 'https://one.app.example/', true],
  ['https://*.app.example/', 'https://one.two.app.example/', false],
  ['https://*.app.example/', 'https://elsewhere.example/.app.example/', false],
  ['https://app.example/**', 'https://app.example/one/two.html?x=1', true],
  ['https://app.example/?', 'https://app.example/1', true],
  ['https://app.example/?', 'https://app.example/12', false],
  ['https://appXexample/', 'https://app.example/', false],
  ['https://app.example/', 'https://appxexample/', false],
  ['kikoa://back', 'kikoa://back', true],
  ['javascript:**', 'javascript:alert(1)', false],
  ['http://127.0.0.1:5000/**', 'http://127.0.0.1:5000/back', true],
  ['http://[::1]:5000/**', 'http://[::1]:5000/back', true],
  ['http://10.0.0.1/**', 'http://10.0.0.1/back', false],
  ['**', 'http://3232235777/', false],
])('the pattern %s takes %s: %s', (pattern, requestedParameters, taken) =>
  expect(to(requestedParameters, pattern) !== site).toBe(taken),
)

test('a parameter is added to the query, and its value cannot add another one', () =>
  expect(redirectWith('https://kikoa.example/back?a=b#c', { code: 'x&y=z' })).toBe(
    'https://kikoa.example/back?a=b&code=x%26y%3Dz#c',
  ))
