import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Server } from '../server/http/server.ts'
import { contract } from './contract.ts'

interface Operation {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = () =>
  new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: {
      title: 'Kikoa',
      version: '1',
      description:
        'Send the access token of /auth/v1 as a bearer token. Amounts are decimal numbers with their currency beside them, times RFC 3339 in UTC, lists run newest first. A POST may carry an Idempotency-Key: repeated within a day it answers the same and does nothing.',
    },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })

/** Serves `/api/openapi.json`, and the same as a page at `/api/docs`. */
export function registerDocs(app: Server) {
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/api/openapi.json', async () => (document ??= openApiDocument()))
  app.get('/api/docs', async (_request, reply) => {
    document ??= openApiDocument()
    reply.header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    return reply.type('text/html; charset=utf-8').send(documentationPage((await document) as ApiDocument))
  })
}

interface ApiDocument {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
}

const documentationPage = ({ info, paths = {} }: ApiDocument) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} API</title></head><body><main><h1>${escape(info.title)} API</h1>
<p>${escape(info.description ?? '')} <a href="/api/openapi.json">openapi.json</a></p>
${Object.entries(paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]) => section(method, path, one)),
  )
  .join('\n')}
</main></body></html>`

const section = (
  method: string,
  path: string,
  { summary = '', parameters = [], requestBody, responses = {} }: Operation,
) => {
  const body = requestBody?.content?.['application/json']?.schema
  return `<section><h2><code>${method.toUpperCase()} /api${escape(path)}</code></h2><p>${escape(summary)}</p>
${parameters.length ? `<p>Parameters: ${parameters.map((one) => `<code>${escape(one.name)}</code> (${one.in}${one.required ? ', required' : ''})`).join(', ')}</p>` : ''}
${body ? details('Body', body) : ''}
${Object.entries(responses)
  .map(([status, one]) =>
    details(`${status} ${one.description ?? ''}`, one.content?.['application/json']?.schema),
  )
  .join('\n')}</section>`
}

const details = (title: string, schema: unknown) =>
  `<details><summary>${escape(title)}</summary><pre>${escape(JSON.stringify(schema ?? {}, null, 2))}</pre></details>`

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
