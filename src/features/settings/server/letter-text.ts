import type { MailContent, MailContext } from '../../../server/mail/layout.ts'
import { insertValues } from '../../../server/mail/messages.ts'
import { type LetterName, letters } from '../letters.data.ts'

/** The subject, which is also the heading, and the paragraphs of a letter: the owner's, otherwise the product's. */
export function letterText(
  { translate, ownText }: Pick<MailContext, 'translate' | 'ownText'>,
  letter: LetterName,
  values: Record<string, string>,
): Pick<MailContent, 'subject' | 'heading' | 'paragraphs'> {
  const own = ownText?.(letter)
  const [subjectName, textName] = letters[letter].texts
  const subject = own ? insertValues(own.subject, values) : translate(subjectName, values)
  // Split before the values are in it: a line break in a value makes no paragraph.
  const paragraphs = own
    ? own.text.split(/\s*\n\s*/).map((line) => insertValues(line, values))
    : [translate(textName, values)]
  return { subject, heading: subject, paragraphs }
}
