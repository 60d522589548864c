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
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: JsonSchema
    example?: unknown
  }[]
  requestBody?: { content?: Record<string, Content> }
  responses?: Record<string, { description?: string; content?: Record<string, Content> }>
}

interface Content {
  schema?: JsonSchema
  example?: unknown
}

export interface ApiDocument {
  openapi: string
  info: { title: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  /** What the shop sends, by type (OpenAPI 3.1, section 4.8.1). */
  webhooks: Record<string, Record<string, Operation>>
}
