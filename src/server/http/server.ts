import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Server as NetServer } from 'node:net'
import Fastify from 'fastify'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { REQUEST_ID_HEADER, withRequestId } from '../request-id.ts'
import { commonCodeOf, errorBody, noteOpenAnswers, refuseConnection } from './error-body.ts'
import { presentAddress } from './old-addresses.ts'

/** The largest body of a request, in bytes. */
const BODY_LIMIT = 100 * 1024
/** Headers and body must arrive within this time. */
const REQUEST_TIMEOUT_MS = 20_000
/** How often Node checks for slow senders. Its default of 30 s would be added to the timeout. */
const CONNECTION_CHECK_MS = 1_000
/** A request whose answer has not begun by then gets 503. A stream that has begun may continue. */
const ANSWER_WITHIN_MS = 14_000

export type Server = FastifyInstance

/** The HTTP server without routes. It has limits, security headers, an id for each request, and one shape of errors. */
export function createServer(
  config: Pick<Config, 'TRUSTED_PROXY_HOPS' | 'SITE_URL'> & Partial<Pick<Config, 'ACCESS_LOG'>>,
  log: Log,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, answerWithinMs = ANSWER_WITHIN_MS } = {},
): Server {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.SITE_URL.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
  // They have no effect on data, and a first visit loads ten answers of it.
  const unlessData = {
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  // Pages set their own policy. Other answers load nothing.
  const unlessSet = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  }
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // The log adds the id of the request to each line.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => refuseConnection(log, error, socket),
    // The address that the last trusted proxy saw. Earlier entries of the header may be forged.
    trustProxy: config.TRUSTED_PROXY_HOPS ? (_address, hop) => hop < config.TRUSTED_PROXY_HOPS : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    // Node swaps the two timeouts if the one for headers is longer. Its default is 60 s.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      // Node's own refusal has neither a body nor an id.
      requireHostHeader: false,
    },
    keepAliveTimeout: 65_000,
    rewriteUrl: ({ url }) => presentAddress(url ?? '/'),
    // No limit: while the pages are rendered on a busy machine, routes may wait longer than the default of 10 s.
    pluginTimeout: 0,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // Hooks don't run for a URL that can't be parsed.
    frameworkErrors: (_error, request, reply) => {
      const bare = reply as unknown as FastifyReply
      void bare
        .code(400)
        .headers({ ...always, ...unlessSet, [REQUEST_ID_HEADER]: request.id })
        .send(withRequestId(request.id, () => errorBody(400)))
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Requests that arrive while the server drains are answered, so a rolling restart loses none.
    return503OnClosing: false,
  }) as unknown as Server
  noteOpenAnswers(app.server)
  // Node's own refusal of an expectation has neither a body nor an id. The hook below refuses it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // Only JSON: a form of another site can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain')

  // The context is lost while a body arrives, so it is entered again after it.
  app.addHook('onRequest', (request, _reply, done) => withRequestId(request.id, done))
  app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done))

  app.addHook('onRequest', async (request, reply) => {
    const refused = !hasOneHost(request.raw) ? 400 : expectsMore(request.raw) ? 417 : undefined
    if (refused) await reply.code(refused).header('connection', 'close').send(errorBody(refused))
  })

  // Fastify's `handlerTimeout` would also cut streams that have begun.
  app.addHook('preHandler', async (request, reply) => {
    const late = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      withRequestId(request.id, () => {
        log.warn(
          { method: request.method, route: request.routeOptions.url },
          'a request was answered too late',
        )
        reply.code(503).header('retry-after', 1).send(errorBody(503))
      })
    }, answerWithinMs)
    reply.raw.once('close', () => clearTimeout(late))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 200 && isBuiltFile.test(request.url)) {
      reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
      return payload
    }
    reply.headers(always).header(REQUEST_ID_HEADER, request.id)
    if (!isData.test(String(reply.getHeader('content-type')))) reply.headers(unlessData)
    for (const [name, value] of Object.entries(unlessSet))
      if (!reply.hasHeader(name)) reply.header(name, value)
    return payload
  })

  if (config.ACCESS_LOG) app.addHook('onResponse', logAccess)

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    return withRequestId(request.id, () => {
      const body = errorBody(commonCodeOf(error) ?? (error.statusCode! >= 400 ? error.statusCode! : 500))
      if (body.status >= 500) log.error({ err: error }, 'a request failed')
      return reply.code(body.status).send(body)
    })
  })
  app.setNotFoundHandler((request, reply) =>
    withRequestId(request.id, () => reply.code(404).send(errorBody(404))),
  )
  return app
}

/**
 * Scripts and style sheets of a page. The headers of documents have no effect on them, and with thirty files they would
 * be a tenth of what a first visit loads.
 */
const isBuiltFile = /^\/assets\/[\w.~-]+\.(?:js|css)$/

const isData = /^application\/json\b/

/**
 * Writes one line for an answered request: the route's pattern instead of its address, because addresses and queries
 * contain ids, names and codes. It has no source address, account or user agent.
 */
async function logAccess({ id, method, routeOptions, log }: FastifyRequest, reply: FastifyReply) {
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  const access = { method, route: routeOptions.url ?? null, status: reply.statusCode, milliseconds }
  withRequestId(id, () => log.info({ access }))
}

const hostShape = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i

/** RFC 9112 §3.2: one Host header with a valid host, or none in HTTP/1.0. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage) {
  const hosts = rawHeaders.filter((_, n) => n % 2 === 1 && rawHeaders[n - 1]!.toLowerCase() === 'host')
  const least = httpVersion === '1.0' ? 0 : 1
  return hosts.length >= least && hosts.length <= 1 && hosts.every((host) => hostShape.test(host))
}

/** RFC 9110 §10.1.1: whether a request expects what this server does not do. HTTP/1.0 knows no expectations. */
const expectsMore = ({ headers: { expect }, httpVersion }: IncomingMessage) =>
  expect !== undefined && httpVersion !== '1.0' && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)

/** The bearer token of a request, if it carries one (RFC 6750 §2.1). */
export const bearerOf = (request: FastifyRequest) =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]

const IDLE_AFTER_MS = 2_000
// `npm start` gives the whole program 8 s to stop.
const LONGEST_MS = 5_000

/**
 * Returns a function that stops the server without a failed request: it accepts no new connections, answers the open
 * requests with `connection: close`, and resolves when no connection is left.
 */
export function drainable(app: Server) {
  let isDraining = false
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return async () => {
    isDraining = true
    // http.Server's close() would reset idle connections on which a request may already be arriving.
    const closed = new Promise<void>((done) => NetServer.prototype.close.call(app.server, () => done()))
    const idle = setTimeout(() => app.server.closeIdleConnections(), IDLE_AFTER_MS)
    const late = setTimeout(() => app.server.closeAllConnections(), LONGEST_MS)
    await closed
    clearTimeout(idle)
    clearTimeout(late)
    await app.close()
  }
}
