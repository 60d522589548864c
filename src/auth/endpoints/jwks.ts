import type { Call } from '../protocol/call.ts'

/** The public keys (RFC 7517), for whoever checks a token without asking us. */
export const jwks: Call = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: async ({ keys }) => ({ body: keys.published, headers: { 'cache-control': 'public, max-age=600' } }),
}
