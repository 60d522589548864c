import type { FastifyInstance } from 'fastify'

/** PostgreSQL keeps neither NUL nor half of a surrogate pair in a text or a jsonb. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i
const wholePair = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi

/**
 * Reads bodies as the protocol has them: JSON whatever the charset says, an empty body where a call sends none, and
 * 400 `bad_json` for the rest. Fastify's own parser stays in place, with its limit and its guard of `__proto__`.
 */
export function readJsonBodies(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, {})
    if (unstorable.test(text.replace(wholePair, ''))) return done(unreadable('text that cannot be stored'))
    return parse(request, text, done)
  })
}

/** Takes forms as well, for the one call that another site's page sends. */
export function readForms(scope: FastifyInstance) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text: string, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  )
}

const unreadable = (what: string) => Object.assign(new Error(what), { statusCode: 400 })
