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
