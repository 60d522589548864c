import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isDomainName } from '../../products/names/syntax.ts'
import { m } from '../../../paraglide/messages.js'
import { TextField } from '../../../kit/form/Field.tsx'
import { domainProduct } from '../../domains/ui/domain-product.ts'

/**
 * The domain name in what was typed, in ASCII. Null for an empty text, and undefined for what is no domain name. The
 * server reads it again.
 */
export function typedWebsite(text: string): string | null | undefined {
  const typed = text.trim()
  if (!typed) return null
  const host = URL.parse(typed.includes('://') ? typed : `http://${typed}`)?.hostname.replace(/^www\./, '')
  return host !== undefined && isDomainName(host) ? host : undefined
}

interface WebsiteFieldProps {
  value: string
  onChange: (value: string) => void
  /** Whether the customer's own domains are offered. They are fetched when the field gets the focus. */
  offersOwn: boolean
}

/** The domain that a hosting plan is for. It may be left open. */
export function WebsiteField({ value, onChange, offersOwn }: WebsiteFieldProps) {
  const list = useId()
  const [isUsed, setUsed] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { calls, service } = domainProduct
  const own = useQuery({
    ...calls.services.queryOptions({ input: { limit: 50 } }),
    enabled: isUsed && offersOwn,
  })
  return (
    <>
      <TextField
        label={m.hosting_website()}
        optional
        description={m.hosting_website_about()}
        error={isLeft && typedWebsite(value) === undefined ? m.domains_invalid() : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => setUsed(true)}
        onBlur={() => setLeft(true)}
        name="website"
        list={list}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
        placeholder="example.co.tz"
      />
      <datalist id={list}>
        {own.data?.items.map((domain) => (
          <option key={domain.id}>{service.nameOf(domain)}</option>
        ))}
      </datalist>
    </>
  )
}
