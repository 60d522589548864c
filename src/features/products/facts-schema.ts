import * as z from 'zod/mini'
import { oneLine } from '../../shared/texts/one-line.ts'
import { isDomainName } from './names/syntax.ts'
import { FACT_MOST, type FactKind, type FactTable, isAddress, isHttps, securities } from './facts.ts'

const host = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.refine((name) => isDomainName(name), 'Please enter a host name.'),
)

const schemas = {
  text: z
    .string()
    .check(z.regex(/^\P{Cc}*$/u), z.overwrite(oneLine), z.minLength(1), z.maxLength(FACT_MOST.text)),
  host,
  hosts: z.array(host).check(z.minLength(1), z.maxLength(FACT_MOST.hosts)),
  server: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.refine((name) => isDomainName(name) || isAddress(name), 'Please enter a host name or an IP address.'),
  ),
  ip: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.refine((address) => isAddress(address), 'Please enter an IP address.'),
  ),
  security: z.enum(securities),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  url: z.string().check(
    z.trim(),
    z.maxLength(FACT_MOST.url),
    z.refine((address) => isHttps(address), 'Please enter an address that begins with https://.'),
  ),
} satisfies Record<FactKind, z.ZodMiniType>

type FactShape<Table extends FactTable> = {
  [Name in keyof Table]: z.ZodMiniOptional<(typeof schemas)[Table[Name]]>
}

/** The schema of a product's facts. A fact that is not known is absent. */
export const factsSchema = <const Table extends FactTable>(table: Table) =>
  z.strictObject(
    Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, z.optional(schemas[kind])])),
  ) as unknown as z.ZodMiniObject<FactShape<Table>, z.core.$strict>

/** The schema of a product's secrets that an admin sets. They can't be read back. */
export const secretsSchema = <const Name extends string>(names: readonly Name[]) =>
  z.strictObject(
    Object.fromEntries(
      names.map((name) => [name, z.optional(z.string().check(z.minLength(1), z.maxLength(500)))]),
    ),
  ) as unknown as z.ZodMiniObject<{ [Key in Name]: z.ZodMiniOptional<z.ZodMiniString> }, z.core.$strict>
