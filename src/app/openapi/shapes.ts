/** The parts of a JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  not?: object
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  additionalProperties?: boolean | JsonSchema
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  /** Empty: no token is needed. */
  security?: Record<string, string[]>[]
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: JsonSchema
    example?: unknown
  }[]
  requestBody?: { content?: Record<string, Content> }
  responses?: Record<string, Answer>
}

interface Answer {
  description?: string
  content?: Record<string, Content>
  /** In place of the others. */
  $ref?: string
}

interface Content {
  schema?: JsonSchema
  example?: unknown
}

export interface ApiDocument {
  openapi: string
  info: { title: string; description?: string }
  components?: { responses?: Record<string, Answer> }
  paths: Record<string, Record<string, Operation>>
  /** What the shop sends, by type (OpenAPI 3.1, section 4.8.1). */
  webhooks: Record<string, Record<string, Operation>>
}
