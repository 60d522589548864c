import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { errorBody } from './error-body.ts'
import { bearerOf, type Server } from './server.ts'

const READY_CACHE_MS = 500

/**
 * `/health/live` (the process is up), `/health/ready` (the database answers and takes writes) and `/metrics` (for
 * loopback or the holder of the metrics token). Migrations are done before the server listens.
 */
export function registerHealth(
  app: Server,
  {
    database,
    openStreams,
    token,
    gauges = [],
    metrics,
  }: {
    database: Database
    openStreams: () => number
    token: string | undefined
    /** Further metrics. */
    gauges?: readonly { name: string; help: string; read: () => Promise<number> }[]
    metrics?: (registry: Registry) => void
  },
) {
  app.get('/health/live', () => ({ status: 'ok' }))

  // The endpoint is public, so one query at a time is run and its answer is reused for a short time.
  let asked: { at: number; isReady: Promise<boolean> } | undefined
  app.get('/health/ready', async (_request, reply) => {
    if (!asked || Date.now() - asked.at > READY_CACHE_MS)
      asked = {
        at: Infinity,
        isReady: database
          .ping()
          .then(
            () => true,
            () => false,
          )
          .finally(() => (asked!.at = Date.now())),
      }
    if (await asked.isReady) return { status: 'ready' }
    return reply.code(503).header('retry-after', 1).send({ status: 'database unreachable' })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'kikoa_' })
  const duration = new Histogram({
    name: 'kikoa_http_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  new Gauge({
    name: 'kikoa_live_streams',
    help: 'Open live streams',
    registers: [registry],
    collect() {
      this.set(openStreams())
    },
  })
  for (const { read, ...about } of gauges)
    new Gauge({
      ...about,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  for (const count of ['totalCount', 'idleCount', 'waitingCount'] as const)
    new Gauge({
      name: `kikoa_database_${count.replace('Count', '')}`,
      help: 'Connections of the pools',
      registers: [registry],
      collect() {
        const { pool, customers } = database
        this.set(pool[count] + (customers === pool ? 0 : customers[count]))
      },
    })
  const { standby } = database
  if (standby)
    new Counter({
      name: 'kikoa_standby_reads_total',
      help: 'Reads for the standby, by where they were made',
      labelNames: ['from'],
      registers: [registry],
      collect() {
        this.reset()
        for (const from of ['standby', 'primary'] as const) this.inc({ from }, standby.reads[from])
      },
    })
  metrics?.(registry)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const isLocal = isLoopback(request)
    const given = Buffer.from(bearerOf(request) ?? '')
    const wanted = Buffer.from(token ?? '')
    const isHolder = wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
    if (!isLocal && !isHolder) return reply.code(404).send(errorBody(404))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Requests that a proxy on this machine forwards also have a loopback address. Their headers show the proxy. */
function isLoopback({ ip, headers }: FastifyRequest) {
  const passedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => headers[name] !== undefined,
  )
  const named = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  return !passedOn && named && /^(127\.|::1$|::ffff:127\.)/.test(ip)
}
