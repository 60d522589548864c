import { createHash } from 'node:crypto'
import { VERSIONED_BASE } from '../../server/http/old-addresses.ts'
import type { Server } from '../../server/http/server.ts'
import { REQUEST_ID_HEADER } from '../../server/request-id.ts'
import { commonErrors } from '../../shared/api-error.ts'
import { openApiDocument } from './document.ts'
import type { ApiDocument, JsonSchema, Operation } from './shapes.ts'
import { apiTypes, typeOf } from './types.ts'

/** Serves `/api/openapi.json`, the same as a page at `/api/docs`, and as TypeScript at `/api/types.d.ts`. */
export function registerDocs(app: Server) {
  let document: Promise<ApiDocument> | undefined
  const read = () => (document ??= openApiDocument())
  let page: string | undefined
  app.get('/api/openapi.json', read)
  app.get('/api/docs', async (_request, reply) => {
    page ??= documentationPage(await read())
    reply.header('content-security-policy', policy)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get('/api/types.d.ts', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(apiTypes(await read())),
  )
}

const style = `
:root{color-scheme:light dark;--ink:#1c2733;--muted:#5a6875;--line:#d9e0e6;--ground:#fff;--well:#f3f6f8;--primary:#0b5c73}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf1;--muted:#a2b0bc;--line:#33404b;--ground:#12191f;--well:#1b242c;--primary:#7cc7dd}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
a{color:var(--primary)}code,pre{font:14px/1.5 ui-monospace,monospace}
body>div{display:grid;grid-template-columns:260px minmax(0,1fr);max-width:1240px;margin:auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:24px 16px;border-right:1px solid var(--line)}
nav ul{list-style:none;margin:4px 0 16px;padding:0}nav li a{display:block;padding:3px 8px;text-decoration:none;color:var(--ink);font-size:14px;overflow-wrap:anywhere}
nav li a:hover{background:var(--well)}nav h2{font-size:14px;margin:0;color:var(--muted)}
main{padding:24px 32px 80px;min-width:0}h1{margin:0 0 8px}main>h2{margin:48px 0 0;padding-bottom:4px;border-bottom:1px solid var(--line);text-transform:capitalize}
section{padding:20px 0;border-bottom:1px solid var(--line);scroll-margin-top:8px}h3{margin:0;font-size:16px;overflow-wrap:anywhere}
section p{margin:4px 0;max-width:70ch}b{display:inline-block;min-width:58px;color:var(--primary);font:600 14px ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--well);padding:12px;border-radius:8px;overflow:auto;max-height:420px;margin:6px 0}summary{cursor:pointer;padding:4px 0}
table{border-collapse:collapse;font-size:14px;margin:6px 0}td{overflow-wrap:anywhere}td,th{text-align:left;padding:3px 16px 3px 0;vertical-align:top}
@media(max-width:800px){body>div{display:block}nav{position:static;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:20px 16px 60px}}
`

/** The page has no script and loads nothing, so its policy allows its one style only. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** An operation with its place in the document. */
interface Listed {
  id: string
  method: string
  address: string
  operation: Operation
}

function documentationPage({ info, paths, webhooks }: ApiDocument): string {
  const listed: Listed[] = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        address: `${VERSIONED_BASE}${path}`,
        operation,
        id: operation.operationId ?? `${method} ${path}`,
      })),
    ),
    ...Object.entries(webhooks).map(([type, { post }]) => ({
      method: 'POST',
      address: type,
      id: type,
      operation: post!,
    })),
  ]
  const groups = [...Map.groupBy(listed, ({ operation }) => operation.tags?.[0] ?? 'other')]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} API</title><style>${style}</style></head><body><div><nav aria-label="Endpoints">
${groups.map(([tag, list]) => `<h2>${escape(tag)}</h2><ul>${list.map(({ id, operation }) => `<li><a href="#${escape(id)}">${escape(operation.summary ?? id)}</a></li>`).join('')}</ul>`).join('\n')}
</nav><main><h1>${escape(info.title)} API</h1>
<p>${escape(info.description ?? '')}</p>
<p><a href="/api/openapi.json">OpenAPI document</a> · <a href="/api/types.d.ts">TypeScript types</a></p>
<h2>Refusals</h2>
<p>Each has the body <code>{code, status, message, data?, request_id}</code>, its <code>request_id</code> also in the header <code>${REQUEST_ID_HEADER}</code>. Any endpoint may answer these, beside its own:</p>
${commonTable()}
${groups.map(([tag, list]) => `<h2>${escape(tag)}</h2>\n${list.map(section).join('\n')}`).join('\n')}
</main></div></body></html>`
}

function section({ id, method, address, operation }: Listed): string {
  const { summary = '', description, parameters = [], requestBody, responses = {} } = operation
  const body = requestBody?.content?.['application/json']
  const answers = Object.entries(responses)
  const good = answers.find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
  const refusals = answers.flatMap(([status, { content }]) =>
    status.startsWith('2') ? [] : codesIn(content?.['application/json']?.schema),
  )
  return `<section id="${escape(id)}"><h3><b>${method}</b> <code>${escape(address)}</code></h3>
<p>${escape(summary)}</p>${description ? `<p>${escape(description)}</p>` : ''}
${
  parameters.length
    ? `<table><thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Example</th></tr></thead><tbody>${parameters
        .map(
          (one) =>
            `<tr><td><code>${escape(one.name)}</code>${one.required ? '' : ' (optional)'}</td><td><code>${escape(typeOf(one.schema))}</code></td><td><code>${escape(String(one.example))}</code></td></tr>`,
        )
        .join('')}</tbody></table>`
    : ''
}
${body ? example('Body', body) : ''}
${good ? example('Answer', good) : ''}
${refusals.length ? `<p>Refusals: ${refusals.map((code) => `<code>${escape(code)}</code>`).join(', ')}</p>` : ''}
</section>`
}

/** The codes of the refusals that a schema describes. */
const codesIn = (schema: JsonSchema = {}): string[] =>
  (schema.oneOf ?? [schema]).flatMap(({ properties }) => {
    const code = properties?.['code']?.const
    return typeof code === 'string' ? [code] : []
  })

const commonTable = () =>
  `<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead><tbody>${Object.entries(
    commonErrors,
  )
    .map(
      ([code, { status, message }]) =>
        `<tr><td><code>${code}</code></td><td>${status}</td><td>${escape(message)}</td></tr>`,
    )
    .join('')}</tbody></table>`

const example = (title: string, { schema, example: value }: { schema?: object; example?: unknown }) =>
  `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre><pre>${escape(typeOf(schema))}</pre></details>`

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
