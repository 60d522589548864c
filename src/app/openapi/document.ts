import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { webhookTypes } from '../../features/webhooks/event-types.ts'
import { webhookData } from '../../features/webhooks/payload-schemas.ts'
import { contract } from '../contract.ts'
import { VERSIONED_BASE } from '../../server/http/old-addresses.ts'
import { errorSchema, withCommonErrors } from './errors.ts'
import { withExamples } from './examples.ts'
import type { ApiDocument, JsonSchema, Operation } from './shapes.ts'

const converter = new ZodToJsonSchemaConverter()

/** The contract as an OpenAPI 3.1 document, with an example for each endpoint and the webhooks. */
export async function openApiDocument(): Promise<ApiDocument> {
  const generated = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: {
      title: 'Kikoa',
      version: '1',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      description:
        'Send the access token of /auth/v1, or a key that an admin made at /admin/webhooks, as a bearer token. Amounts are decimal numbers with their currency beside them, times RFC 3339 in UTC, lists run newest first. A POST may carry an Idempotency-Key: repeated within a day it answers the same and does nothing. Every refusal has the same body: code, status, message, sometimes data, and the id of the request.',
    },
    servers: [{ url: VERSIONED_BASE }],
    security: [{ bearer: [] }],
    customErrorResponseBodySchema: (declared, status) => errorSchema(declared as never, status) as never,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
  const webhooks = Object.fromEntries(webhookTypes.map((type) => [type, { post: webhookOperation(type) }]))
  return withExamples(withCommonErrors({ ...generated, webhooks } as unknown as ApiDocument))
}

function webhookOperation(type: (typeof webhookTypes)[number]): Operation {
  const [, data] = converter.convert(webhookData[type], { strategy: 'output' })
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: data as JsonSchema,
    },
    required: ['type', 'timestamp', 'data'],
  }
  return {
    operationId: `webhooks.${type}`,
    summary: `Sent to the endpoints that want ${type}`,
    description:
      'Signed by the scheme of Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature. Answer with 2xx within 15 seconds. It may arrive more than once, with the same webhook-id, and out of order. The data is that of about a second after the change.',
    tags: ['webhooks'],
    requestBody: { content: { 'application/json': { schema } } },
  }
}
