import type { ApiDocument, JsonSchema, Operation } from './shapes.ts'

/** Adds an example to each parameter, each body and each good answer of the document. */
export function withExamples(document: ApiDocument): ApiDocument {
  const operations = [document.paths, document.webhooks].flatMap((part) =>
    Object.values(part).flatMap((methods) => Object.values(methods)),
  )
  for (const operation of operations) addExamples(operation)
  return document
}

function addExamples({ parameters = [], requestBody, responses = {} }: Operation) {
  for (const parameter of parameters)
    if (parameter.schema) parameter.example = exampleOf(parameter.schema, parameter.name)
  const good = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? [content] : [],
  )
  for (const content of [requestBody?.content ?? {}, ...good]) {
    const json = content['application/json']
    if (json?.schema) json.example = exampleOf(json.schema)
  }
}

const ID = '0193f2a1-7b3c-7d4e-8f50-a1b2c3d4e5f6'

/** Values by the name of their field. The first match counts. */
const textsByName: [name: RegExp, value: string][] = [
  [/^(id|.*_id|endpoint|user|by)$/, ID],
  [/currency$|^(from|to)_currency$/, 'TZS'],
  [/(_at|_until|_since|^at|^since|^time)$|At$/, '2026-11-24T09:30:00.000Z'],
  [/(_on|^date|^day|^from|^until)$/, '2026-11-24'],
  [/email$|^recipient$/, 'asha@example.com'],
  [/phone/, '+255712345678'],
  [/whatsapp/, '255712345678'],
  [/logo$/, `${'a'.repeat(43)}.png`],
  [/glued/i, 'online.com'],
  [/Series$/, 'INV'],
  [/colour$/, '#0b6e63'],
  [/^known$/, 'kikoa-example.com'],
  [
    /^(requested_domain|domain|name_?|item|items|domains|sites?|suggestions?|subject|names?)$/,
    'kikoa-example.com',
  ],
  [/suffix|ending/, 'com'],
  [/full_name|payer_name|^customer/, 'Asha Mwangi'],
  [/business_name/, 'Asha Crafts'],
  [/country/i, 'TZ'],
  [/language/, 'en'],
  [/receipt_number|^code$/, 'QK47XT2M9P'],
  [/reference/, 'KK-7F3Q-2'],
  [/method/, 'M-Pesa'],
  [/^ip_address$/, '192.0.2.10'],
  [/url|address|link|site|rdap$/, 'https://example.com/hooks'],
  [/^nameservers$/, 'ns1.kikoa-example.com'],
  [/^(imap|smtp|ftp)_host$|^server$/, 'mail.kikoa-example.com'],
  [/^(webmail|panel)$/, 'https://kikoa-example.com/webmail'],
  [/timeZone|time_zone|^zone$/, 'Africa/Dar_es_Salaam'],
  [/cursor/, 'MjAyNi0xMS0yNFQwOTozMDowMC4wMDBaIDAxOTNm'],
]

const numbersByName: [name: RegExp, value: number][] = [
  [/version|number|attempts|years|count|days|limit/, 1],
  [/rate/, 1],
  [/price|amount|total|rest|settled|due|owed|paid|balance|credit|sum/, 45_000],
]

const known = <Value>(list: [RegExp, Value][], name: string) => list.find(([shape]) => shape.test(name))?.[1]

const isNull = ({ type }: JsonSchema) => type === 'null'

/** A value that the schema accepts, chosen by the name of its field. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const variants = schema.anyOf ?? schema.oneOf
  // The own text of a letter has to name variables, which the schema does not tell.
  if (variants?.some(isNull) && /^(en|sw)$/.test(name)) return null
  if (variants) return exampleOf(variants.find((one) => !isNull(one) && !one.not) ?? variants[0]!, name)
  // Several rules for one text are one rule.
  if (schema.allOf && schema.type === 'string')
    return exampleOf(Object.assign({}, ...schema.allOf, { ...schema, allOf: undefined }), name)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, name) as object)) as unknown
  switch (schema.type) {
    case 'object':
      return objectExample(schema)
    case 'array':
      return schema.items
        ? Array<unknown>(Math.max(1, schema.minItems ?? 1)).fill(exampleOf(schema.items, name))
        : []
    case 'string':
      return textExample(schema, name)
    case 'number':
    case 'integer':
      return Math.min(
        schema.maximum ?? Infinity,
        Math.max(schema.minimum ?? -Infinity, known(numbersByName, name) ?? 1),
      )
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Optional fields of another form of a body than the example's. A path parameter beside the body hides the forms. */
const isOfOtherForm = (name: string, schema: JsonSchema) => 'const' in schema || name === 'manual_details'

function objectExample({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  const named = Object.entries(properties)
    .filter(([name, inner]) => required.includes(name) || !isOfOtherForm(name, inner))
    .map(([name, inner]) => [name, exampleOf(inner, name)])
  if (named.length || typeof additionalProperties !== 'object') return Object.fromEntries(named) as object
  return { com: exampleOf(additionalProperties, 'com') }
}

const textsByFormat: Record<string, string> = {
  uuid: ID,
  'date-time': '2026-11-24T09:30:00.000Z',
  date: '2026-11-24',
  email: 'asha@example.com',
  uri: 'https://example.com/hooks',
}

/** For patterns that the example of the field's name does not match: a time of the day, a push service, its keys. */
const textsOfPatterns = ['08:30', 'https://push.example.com/send/1', `B${'x'.repeat(86)}`, 'x'.repeat(22)]

function textExample(
  { format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema,
  name: string,
): string {
  const named = textsByFormat[format ?? ''] ?? known(textsByName, name) ?? 'example'
  const fits = (one: string) => !pattern || new RegExp(pattern).test(one)
  const text = fits(named) ? named : (textsOfPatterns.find(fits) ?? named)
  return text.slice(0, maxLength).padEnd(minLength, 'x')
}
