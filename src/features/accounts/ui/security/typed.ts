/** What was typed into a field of a form, without blanks around it. */
export function typed(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value.trim() : ''
}
