/** `mama.com`, `mama.co.tz` are `mama` with two endings. Labels keep the order in which they first come. */
export function endingsByLabel(names: readonly string[]): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const name of names) {
    const dot = name.indexOf('.')
    const label = name.slice(0, dot)
    labels.set(label, [...(labels.get(label) ?? []), name.slice(dot + 1)])
  }
  return labels
}
