/** A rule of react-hook-form's `register`: a text that must not be blank. It is submitted trimmed. */
export const required = (missing: () => string) => ({
  setValueAs: (text: unknown) => (typeof text === 'string' ? text.trim() : ''),
  validate: (text: string) => text.trim() !== '' || missing(),
})
