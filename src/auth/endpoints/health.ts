import type { Call } from '../protocol/call.ts'

/** Says which protocol is spoken here. The name is the one that its clients know. */
export const health: Call = {
  method: 'GET',
  path: '/health',
  answer: async () => ({
    body: { version: 'kikoa', name: 'GoTrue', description: 'User sign-up, log-in and sessions' },
  }),
}
