/** One field of a row, as it was and as it is; undefined where it was not written down on that side. */
export interface Change {
  field: string
  before: string | undefined
  after: string | undefined
  isChanged: boolean
}

type Contents = Record<string, unknown> | null

/** What a row's contents were and are, field by field: those that changed first. */
export function changesOf(before: Contents, after: Contents): Change[] {
  const was = flat(before ?? {})
  const is = flat(after ?? {})
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields
    .map((field) => ({
      field,
      before: was[field],
      after: is[field],
      isChanged: was[field] !== is[field],
    }))
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged))
}

/** Fields within fields stand under their whole path: `lines.kahawa.com`. */
function flat(contents: Record<string, unknown>, path = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(contents))
    if (isFields(value)) Object.assign(found, flat(value, `${path}${name}.`))
    else found[path + name] = written(value)
  return found
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
