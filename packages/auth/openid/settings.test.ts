import { expect, test } from 'vitest'
import { openIdProviders } from './settings.ts'

const keycloak = {
  AUTH_OIDC_KEYCLOAK_ISSUER: 'https://id.example/realms/shop',
  AUTH_OIDC_KEYCLOAK_CLIENT_ID: 'kikoa',
}

test('Google is set by its client, any other provider by its issuer', () => {
  expect(openIdProviders({})).toEqual([])
  expect(
    openIdProviders({ ...keycloak, AUTH_GOOGLE_CLIENT_ID: 'web, phone', AUTH_GOOGLE_CLIENT_SECRET: 's' }),
  ).toEqual([
    {
      name: 'google',
      title: 'Google',
      issuer: 'https://accounts.google.com',
      clientIds: ['web', 'phone'],
      secret: 's',
    },
    {
      name: 'keycloak',
      title: 'Keycloak',
      issuer: 'https://id.example/realms/shop',
      clientIds: ['kikoa'],
      secret: undefined,
    },
  ])
})

test('the discovery address stands for its issuer', () =>
  expect(
    openIdProviders({
      ...keycloak,
      AUTH_OIDC_KEYCLOAK_ISSUER: 'https://id.example/realms/shop/.well-known/openid-configuration',
    })[0]!.issuer,
  ).toBe('https://id.example/realms/shop'))

test.each([
  [
    'an issuer without TLS',
    { ...keycloak, AUTH_OIDC_KEYCLOAK_ISSUER: 'http://id.example' },
    'KEYCLOAK_ISSUER',
  ],
  [
    'an issuer that is no address',
    { ...keycloak, AUTH_OIDC_KEYCLOAK_ISSUER: 'id.example' },
    'KEYCLOAK_ISSUER',
  ],
  ['no client', { ...keycloak, AUTH_OIDC_KEYCLOAK_CLIENT_ID: undefined }, 'KEYCLOAK_CLIENT_ID'],
  ['the name of another log-in', { AUTH_OIDC_EMAIL_ISSUER: 'https://id.example' }, 'AUTH_OIDC_EMAIL_ISSUER'],
])('%s stops the start with a sentence that names the setting', (_, env, setting) =>
  expect(() => openIdProviders(env)).toThrow(setting),
)

test('on this machine itself a provider needs no TLS', () =>
  expect(openIdProviders({ ...keycloak, AUTH_OIDC_KEYCLOAK_ISSUER: 'http://127.0.0.1:9000' })).toHaveLength(
    1,
  ))
