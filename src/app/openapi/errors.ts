import { commonErrors } from '../../shared/api-error.ts'
import { endpoints } from '../endpoints.ts'
import type { ApiDocument, JsonSchema } from './shapes.ts'

/** A refusal that an endpoint declares: its code, its sentence, whether it always has data, and the schema of that. */
type Declared = [code: string, message: string, hasData: boolean, data: JsonSchema]

/** The schema of the body of what an endpoint refuses with a status. */
export function errorSchema(declared: Declared[], status: number): JsonSchema {
  const variants = declared.map(([code, message, hasData, data]) =>
    bodySchema({
      code: { type: 'string', const: code },
      status: { type: 'integer', const: status },
      message: { type: 'string', default: message },
      ...(Object.keys(data).length && { data }),
      hasData,
    }),
  )
  return variants.length === 1 ? variants[0]! : { oneOf: variants }
}

interface BodyParts {
  code: JsonSchema
  status: JsonSchema
  message: JsonSchema
  data?: JsonSchema
  hasData: boolean
}

const bodySchema = ({ hasData, ...parts }: BodyParts): JsonSchema => ({
  type: 'object',
  properties: { ...parts, request_id: { type: 'string', format: 'uuid' } },
  required: ['code', 'status', 'message', 'request_id', ...(hasData ? ['data'] : [])],
})

/** The body of every other refusal: the common errors. */
const anyError = bodySchema({
  code: { type: 'string', enum: Object.keys(commonErrors) },
  status: { type: 'integer', minimum: 400, maximum: 599 },
  message: { type: 'string' },
  data: {},
  hasData: false,
})

/** Adds to each operation what may be answered beside what it declares, and to those for visitors that they need no token. */
export function withCommonErrors(document: ApiDocument): ApiDocument {
  const forVisitors = new Set(
    endpoints.filter(({ access }) => access === 'visitors').map(({ path }) => path.join('.')),
  )
  const Error = { description: 'Any other refusal.', content: { 'application/json': { schema: anyError } } }
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) {
      operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Error' } }
      if (forVisitors.has(operation.operationId!)) operation.security = []
    }
  return { ...document, components: { ...document.components, responses: { Error } } }
}
