import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState, Unavailable } from '@kikoa/postgres'
import type { Auth } from '../auth.ts'
import { deviceOf } from '../limits/rate-limits.ts'
import { HashingBusy, prepareHashing } from '../passwords/hashing.ts'
import { AuthError, OAuthError, tooMany } from './errors.ts'
import type { AuthRequest, AuthEndpoint } from './call.ts'
import { authorize, callback, callbackForm, health, jwks, settings } from '../endpoints/service-info.ts'
import { challenge, deleteFactor, enrollFactor, recoveryCodes, verifyFactor } from '../endpoints/factors.ts'
import { leftOutCalls } from '../endpoints/left-out.ts'
import { changeUser, logOut, readUser } from '../endpoints/user.ts'
import { reauthenticate, recover, sendCode, sendMagicLink } from '../endpoints/send-code.ts'
import { resend } from '../endpoints/resend.ts'
import { signUp } from '../endpoints/sign-up.ts'
import { token } from '../endpoints/token.ts'
import { followLink, openLink, verify } from '../endpoints/verify.ts'
import { factorCalls, createUser, deleteUser, listUsers, readUserAsService } from '../admin/users.ts'
import { generateLink, invite } from '../admin/links.ts'
import { changeUserAsService } from '../admin/change-user.ts'

const BODY_LIMIT = 1024 * 1024
const DEADLINE_MS = 10_000
const VERSION = '2024-01-01'

/** Answers the auth protocol under /auth/v1, with its own error bodies. Other routes are not affected. */
export function registerAuth(app: FastifyInstance, auth: Auth) {
  app.register(
    async (scope) => {
      readJsonBodies(scope)
      scope.addHook('onRequest', async (request, reply) => {
        if (understands(request)) reply.header('x-supabase-api-version', VERSION)
      })
      scope.setErrorHandler((error: Error, request, reply) => refuse(translated(error, auth), request, reply))
      scope.setNotFoundHandler((request, reply) =>
        refuse(new AuthError('404 not_found', 'There is no such endpoint'), request, reply),
      )
      const add = (to: FastifyInstance, { method, path, handle }: AuthEndpoint) =>
        to.route({
          method,
          url: path,
          bodyLimit: BODY_LIMIT,
          handlerTimeout: DEADLINE_MS,
          handler: async (request, reply) => {
            const { status = 200, body, headers = {} } = await handle(auth, toAuthRequest(auth, request))
            return reply.code(status).headers(headers).send(body)
          },
        })
      for (const call of calls.filter(({ takesForm }) => !takesForm)) add(scope, call)
      scope.register(async (forms) => {
        readForms(forms)
        for (const call of calls.filter(({ takesForm }) => takesForm)) add(forms, call)
      })
      await prepareHashing()
    },
    { prefix: '/auth/v1' },
  )
}

function toAuthRequest({ application }: Auth, request: FastifyRequest): AuthRequest {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw badJson()
  const { authorization, 'x-jwt-aud': audience, 'user-agent': userAgent, redirect_to } = request.headers
  const queries = Object.entries(request.query as Record<string, string | string[]>)
  const query = Object.fromEntries(
    queries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
  return {
    body: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
    query,
    redirectTo: query['redirect_to'] || (typeof redirect_to === 'string' ? redirect_to : undefined),
    params: request.params as Record<string, string>,
    token: /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1],
    audience: typeof audience === 'string' && audience !== '' ? audience : undefined,
    ip: request.ip,
    device: deviceOf(request.headers.cookie),
    userAgent,
    language: application.languageOf(request.headers),
    log: request.log,
  }
}

/** Whether the client understands the newer error body. */
function understands({ headers }: FastifyRequest) {
  const requested = headers['x-supabase-api-version']
  return typeof requested === 'string' && /^\d{4}-\d\d-\d\d$/.test(requested) && requested >= VERSION
}

const badJson = () => new AuthError('400 bad_json', 'Could not parse request body as JSON')

/** The protocol's error for any exception. Unexpected errors go to the log only. */
function translated(error: Error, { application, log }: Auth): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error
  if (error instanceof HashingBusy) return tooMany(1)
  if (application.isLastOwner(error))
    return new AuthError('422 validation_failed', 'The last admin stays: make another one first')
  const { code, statusCode = 500 } = error as FastifyError
  if (code === 'FST_ERR_HANDLER_TIMEOUT')
    return new AuthError(
      '504 request_timeout',
      'Processing this request timed out, please retry after a moment.',
    )
  if (statusCode === 413) return new AuthError('413 request_entity_too_large', 'Request body is too large')
  if (statusCode < 500) return badJson()
  if (error instanceof Unavailable) {
    if (sqlState(error.cause) === '55P03')
      return new AuthError('409 conflict', 'Too many concurrent requests on the same session or user')
    log.warn({ err: error }, 'the database could not answer an account call')
    return new AuthError('503 unexpected_failure', 'The service is briefly unavailable. Please try again.', {
      retryAfter: 1,
    })
  }
  log.error({ err: error }, 'an account call failed')
  return new AuthError(
    '500 unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

function refuse(error: AuthError | OAuthError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OAuthError)
    return reply.code(400).send({ error: error.error, error_description: error.message })
  const { status, slug, message, extra, retryAfter } = error
  reply.code(status).header('x-sb-error-code', slug)
  if (retryAfter) reply.header('retry-after', retryAfter)
  if (understands(request)) return reply.send({ code: slug, message, ...extra })
  return reply.send({
    code: status,
    error_code: slug,
    msg: message,
    ...(status >= 500 && { error_id: request.id }),
    ...extra,
  })
}

/** PostgreSQL stores neither NUL nor half a surrogate pair in a text or jsonb. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i
const wholePair = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi

/**
 * Reads bodies as the protocol does: JSON with any charset, an empty body if a call sends none, and 400
 * `bad_json` otherwise. It uses Fastify's own parser, with its size limit and its protection against
 * `__proto__`.
 */
function readJsonBodies(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, {})
    if (unstorable.test(text.replace(wholePair, ''))) return done(unreadable('text that cannot be stored'))
    return parse(request, text, done)
  })
}

/** Also reads forms, for the one call that another site's page sends. */
function readForms(scope: FastifyInstance) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text: string, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  )
}

const unreadable = (what: string) => Object.assign(new Error(what), { statusCode: 400 })

/** The calls that require a service key. */
const adminCalls = [
  listUsers,
  createUser,
  readUserAsService,
  changeUserAsService,
  deleteUser,
  ...factorCalls,
  invite,
  generateLink,
]

/** Every call that the auth server answers. Any other address answers 404. */
export const calls: AuthEndpoint[] = [
  signUp,
  token,
  enrollFactor,
  challenge,
  verifyFactor,
  deleteFactor,
  ...recoveryCodes,
  sendCode,
  sendMagicLink,
  verify,
  openLink,
  followLink,
  recover,
  resend,
  reauthenticate,
  logOut,
  readUser,
  changeUser,
  jwks,
  health,
  settings,
  authorize,
  callback,
  callbackForm,
  ...leftOutCalls,
  ...adminCalls,
]
