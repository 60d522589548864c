import type { FastifyRequest } from 'fastify'
import { searchEndings } from '../../catalogue/catalogue.ts'

/** How many names a request has looked up at registries: one for each ending, and for each name of an order. */
export function lookUpsOf({ method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>): number {
  const { pathname, searchParams } = new URL(url, 'http://own.invalid')
  if (method === 'GET' && pathname === '/api/availability') {
    const endings = [...searchParams].flatMap(([name, value]) =>
      /^endings(\[|$)/.test(name) ? value.split(',') : [],
    )
    return endings.length || searchEndings.length
  }
  if (method !== 'POST') return 0
  if (pathname === '/api/check-domain') return 1
  if (pathname !== '/api/orders') return 0
  const names = (body as { domains?: unknown } | undefined)?.domains
  return Array.isArray(names) ? names.length : 0
}
