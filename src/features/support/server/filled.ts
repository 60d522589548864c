/** Everything that HTML reads as something else than text (WHATWG HTML §13.1.2.3, double-quoted attributes included). */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * A rendered page with what was typed put back into its fields, so that a refusal loses nothing. Fields are found by
 * their names; names are our own and plain letters.
 */
export const filled = (html: string, typed: Readonly<Record<string, string>>): string =>
  Object.entries(typed).reduce(
    (page, [name, text]) =>
      page
        .replace(new RegExp(`<input(?=[^>]* name="${name}")`), () => `<input value="${escaped(text)}"`)
        .replace(
          new RegExp(`(<textarea(?=[^>]* name="${name}")[^>]*>)`),
          // A line break right behind the tag is not text: one that was typed needs another before it.
          (tag) => `${tag}\n${escaped(text)}`,
        ),
    html,
  )
