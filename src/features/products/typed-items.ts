import { readDomainName } from './domain-names.ts'
import { readAddress } from './email-addresses.ts'
import { itemText, readItem } from './item.ts'

/**
 * The text of an item as it is stored, from any text that means it. Undefined for any other text, and for a domain that
 * cannot be registered.
 * @param suffixes suffixes besides those of the public suffix list
 */
export function normalItem(typed: string, suffixes: readonly string[]): string | undefined {
  const [, plan, website, period] = /^(.+) · (\S+) (\w+)$/.exec(typed.trim()) ?? []
  if (website?.includes('.')) {
    const name = readDomainName(website, suffixes)
    const item = name && readItem(`${plan} · ${name} ${period}`)
    return item && itemText(item)
  }
  const item = readItem(typed.trim())
  if (item?.product === 'hosting') return itemText(item)
  const address = typed.includes('@') && !typed.includes('/') ? readAddress(typed) : undefined
  return address ?? readDomainName(typed, suffixes)
}
