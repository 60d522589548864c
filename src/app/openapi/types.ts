import type { ApiDocument, JsonSchema, Operation } from './shapes.ts'

/** The document as TypeScript: for each endpoint its path, its query, its body and its answer. */
export const apiTypes = ({
  paths,
  webhooks,
}: ApiDocument): string => `// Generated from /api/openapi.json. The addresses are below /api/v1.

/** The body of a refusal. */
export interface Refusal { code: string; status: number; message: string; data?: unknown; request_id: string }

/** The endpoints by method and path. */
export interface Endpoints {
${Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `  /** ${operation.summary ?? ''} */\n  '${method.toUpperCase()} ${path}': ${endpointType(operation)}`,
    ),
  )
  .join('\n')}
}

/** The webhooks by type. */
export interface Webhooks {
${Object.entries(webhooks)
  .map(([type, { post }]) => `  '${type}': ${bodyType(post!)}`)
  .join('\n')}
}
`

function endpointType(operation: Operation): string {
  const fields = (place: string) => {
    const own = (operation.parameters ?? []).filter((one) => one.in === place)
    return own.length
      ? `{ ${own.map(({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`
      : 'undefined'
  }
  const answer = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
  const json = answer?.content?.['application/json']
  return `{ path: ${fields('path')}; query: ${fields('query')}; body: ${bodyType(operation)}; answer: ${json ? typeOf(json.schema) : 'unknown'} }`
}

function bodyType({ requestBody }: Operation): string {
  const json = requestBody?.content?.['application/json']
  return json ? typeOf(json.schema) : 'undefined'
}

const key = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name))
const literal = (value: unknown) => JSON.stringify(value)

/** A schema as a TypeScript type. */
export function typeOf(schema: JsonSchema | undefined): string {
  if (!schema) return 'unknown'
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  switch (schema.type) {
    case 'object':
      return objectType(schema)
    case 'array':
      return `(${typeOf(schema.items)})[]`
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties || !Object.keys(properties).length)
    return additionalProperties === false
      ? '{}'
      : `{ [name: string]: ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'} }`
  const fields = Object.entries(properties).map(
    ([name, inner]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(inner)}`,
  )
  return `{ ${fields.join('; ')} }`
}
