/** Line breaks, tabs, all blanks, and the letters that look like one. */
const blanks = /[\s\u0085\u180E\u2800\u3164]+/gu

/** Scripts whose letters change their shape beside a joiner (Unicode 16, section 23.2), and parts of an emoji. */
const joined = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]`

/**
 * What has no width or changes the direction of other text, controls and annotations. A joiner between two letters that
 * need it, and the selector that makes an emoji of a sign, are left out. So are NUL and halves of surrogate pairs: no
 * table can keep them, and the server refuses them.
 */
const invisible = new RegExp(
  `(?!(?<=${joined})[\\u200C\\u200D](?=${joined})|(?<=[\\p{Extended_Pictographic}0-9#*])\\uFE0F)` +
    '[\\p{Default_Ignorable_Code_Point}\\u0001-\\u001F\\u007F-\\u009F\\uFFF9-\\uFFFB]',
  'gu',
)
const visible = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/**
 * A text of one line, as a name, a company or a subject is stored: line breaks, tabs and runs of blanks become one blank,
 * and characters that are invisible or change the direction of text are removed. Empty where nothing that can be seen is
 * left.
 */
export function oneLine(typed: string): string {
  const line = typed.replace(blanks, ' ').replace(invisible, '').replace(/ {2,}/g, ' ').trim()
  return visible.test(line) ? line : ''
}
