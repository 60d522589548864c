import { m } from '../../../../paraglide/messages.js'
import { type FactKind, type Facts, readFact } from '../../../products/facts.ts'
import { productAccess } from '../../access.data.ts'
import type { FactName, ProductName, SecretName } from '../../../products/products.ts'

const facts: Record<FactName, () => string> = {
  registrar: m.handover_fact_registrar,
  nameservers: m.handover_fact_nameservers,
  webmail: m.handover_fact_webmail,
  imap_host: m.handover_fact_imap_host,
  imap_port: m.handover_fact_imap_port,
  imap_security: m.handover_fact_imap_security,
  smtp_host: m.handover_fact_smtp_host,
  smtp_port: m.handover_fact_smtp_port,
  smtp_security: m.handover_fact_smtp_security,
  mailbox_size: m.handover_fact_mailbox_size,
  panel: m.handover_fact_panel,
  username: m.handover_fact_username,
  server: m.handover_fact_server,
  ip_address: m.handover_fact_ip_address,
  ftp_host: m.handover_fact_ftp_host,
  ftp_user: m.handover_fact_ftp_user,
  disk_space: m.handover_fact_disk_space,
  mailboxes: m.handover_fact_mailboxes,
}

const secrets: Record<SecretName, () => string> = {
  transfer_code: m.handover_secret_transfer_code,
  password: m.handover_secret_password,
}

/** The label of a secret. One of a newer version is shown by its name. */
export const secretLabel = (name: string) => (secrets as Record<string, () => string>)[name]?.() ?? name

/** The facts of a product in the order of the screens. */
export const factsOfProduct = (product: ProductName) =>
  (Object.entries(productAccess[product].facts) as [FactName, FactKind][]).map(([name, kind]) => ({
    name,
    kind,
    label: facts[name](),
  }))

export const secretsOfProduct = (product: ProductName): readonly SecretName[] =>
  productAccess[product].secrets

const problems: Record<FactKind, () => string> = {
  text: m.handover_invalid_text,
  host: m.handover_invalid_host,
  hosts: m.handover_invalid_host,
  server: m.handover_invalid_server,
  ip: m.handover_invalid_ip,
  port: m.handover_invalid_port,
  security: m.handover_invalid_security,
  url: m.handover_invalid_url,
}

/** How to correct what was typed as a fact. Undefined for a fact and for an empty field. */
export const factProblem = (kind: FactKind, typed = '') =>
  readFact(kind, typed) === null ? problems[kind]() : undefined

/** What was typed, by the name of the fact or secret. */
export type TypedAccess = Partial<Record<string, string>>

export const hasTyped = (typed: TypedAccess) => Object.values(typed).some((text) => text?.trim())

/** Whether all that was typed can be saved. */
export const isValidAccess = (product: ProductName, typed: TypedAccess) =>
  factsOfProduct(product).every(({ name, kind }) => factProblem(kind, typed[name]) === undefined)

/** What is sent of what was typed. Without facts or secrets their part is left out. */
export function accessInput(product: ProductName, typed: TypedAccess) {
  const given: Facts = {}
  for (const { name, kind } of factsOfProduct(product)) {
    const value = readFact(kind, typed[name] ?? '')
    if (value !== undefined && value !== null) given[name] = value
  }
  const typedSecrets = secretsOfProduct(product).flatMap((name) =>
    typed[name] ? [[name, typed[name]] as const] : [],
  )
  return { facts: given, secrets: Object.fromEntries(typedSecrets) }
}
