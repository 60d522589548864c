/** A value of a form. What is undefined is left out. */
export type FormValue = string | number | boolean | undefined | { [name: string]: FormValue } | FormValue[]

/** A form as PHP reads it: nested names in brackets, such as `nameservers[ns1]=…`, and 1 or 0 for a boolean. */
export function formBody(fields: Record<string, FormValue>): string {
  const form = new URLSearchParams()
  const add = (name: string, value: FormValue) => {
    if (value === undefined) return
    if (typeof value === 'object')
      for (const [inner, one] of Object.entries(value)) add(`${name}[${inner}]`, one)
    else form.append(name, typeof value === 'boolean' ? String(Number(value)) : String(value))
  }
  for (const [name, value] of Object.entries(fields)) add(name, value)
  return form.toString()
}
