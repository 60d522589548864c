/** A form as PHP reads it. */
export type PhpForm = { [name: string]: string | PhpForm }

/** Reads a form-encoded body: `nameservers[ns1]=…` is a field of an object, and `tlds[]=…` gets the next number. */
export function readPhpForm(body: string): PhpForm {
  const form: PhpForm = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const first = name.split('[', 1)[0]!
    const keys = [first, ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key!)]
    let at = form
    for (const [index, key] of keys.entries()) {
      const field = key || String(Object.keys(at).length)
      if (index === keys.length - 1) at[field] = value
      else {
        const inner = at[field]
        at = typeof inner === 'object' ? inner : (at[field] = {})
      }
    }
  }
  return form
}

export const textIn = (form: PhpForm, name: string): string => {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}

export const textsIn = (form: PhpForm, name: string): string[] => {
  const value = form[name]
  return typeof value === 'object' ? Object.values(value).filter((one) => typeof one === 'string') : []
}

/** The map in base64 of PHP's `serialize`, whose lengths are in bytes. Nothing for none. Throws for what PHP can't read. */
export function readDomainFields(sent: string): Record<string, string> {
  if (!sent) return {}
  const bytes = Buffer.from(sent, 'base64')
  let at = 0
  const take = (pattern: RegExp): string => {
    const [found, value] = pattern.exec(bytes.toString('latin1', at)) ?? []
    if (found === undefined || value === undefined) throw new Error(`unserialize: error at offset ${at}`)
    at += found.length
    return value
  }
  const text = (): string => {
    const length = Number(take(/^s:(\d+):"/))
    const value = bytes.toString('utf8', at, at + length)
    at += length
    take(/^(";)/)
    return value
  }
  const count = Number(take(/^a:(\d+):\{/))
  const fields = Object.fromEntries(Array.from({ length: count }, () => [text(), text()]))
  take(/^(\})$/)
  return fields
}
