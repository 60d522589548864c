import type { MailContent, MailContext } from '../../../server/mail/layout.ts'
import { insertValues } from '../../../server/mail/messages.ts'
import { type TemplateName, templates } from '../mail-templates.data.ts'

/** The subject, which is also the heading, and the paragraphs of a template: the owner's, otherwise the product's. */
export function templateText(
  { translate, ownText }: Pick<MailContext, 'translate' | 'ownText'>,
  template: TemplateName,
  values: Record<string, string>,
): Pick<MailContent, 'subject' | 'heading' | 'paragraphs'> {
  const own = ownText?.(template)
  const [subjectName, textName] = templates[template].texts
  const subject = own ? insertValues(own.subject, values) : translate(subjectName, values)
  // Split before the values are in it: a line break in a value makes no paragraph.
  const paragraphs = own
    ? own.text.split(/\s*\n\s*/).map((line) => insertValues(line, values))
    : [translate(textName, values)]
  return { subject, heading: subject, paragraphs }
}
