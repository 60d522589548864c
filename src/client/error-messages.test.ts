import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { errorOf } from './api.ts'
import { errorSentence, failureReason, outageMessage } from './error-messages.ts'
import { m } from '../paraglide/messages.js'

const refusal = (code: string, status = 400) => new ORPCError(code, { status })
const sentenceOf = errorSentence(() => 'It failed.', { CONFLICT: () => 'It changed.' })

test('a refusal has its own sentence, and without one the sentence of what failed', () => {
  expect(sentenceOf(refusal('CONFLICT'))).toBe('It changed.')
  expect(sentenceOf(refusal('NOT_FOUND'))).toBe('It failed.')
})

test('an outage says what is wrong instead of what failed', () => {
  expect(sentenceOf(refusal('UNAUTHORIZED', 401))).toBe(m.common_your_session_has_ended())
  expect(sentenceOf(refusal('INTERNAL', 500))).toBe(m.failure_server_down())
  expect(sentenceOf(refusal('FORBIDDEN', 403))).toBe(m.failure_forbidden())
  expect(sentenceOf(refusal('TOO_MANY_REQUESTS', 429))).toBe(m.requests_too_many())
})

test('a call that failed inside the server says what the log of the shop has of it', () => {
  const inside = errorOf({
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'Something went wrong.',
    request_id: '3f2a8c1e-0000-4000-8000-000000000000',
  })
  const sentence = m.failure_reported({ reference: '3f2a8c1e' })
  expect(sentenceOf(inside)).toBe(sentence)
  expect(outageMessage(inside)).toBe(sentence)
  expect(failureReason(inside, { texts: {} })).toBe(sentence)
})
