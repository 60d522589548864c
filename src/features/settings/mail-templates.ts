import * as z from 'zod/mini'
import { oneLine } from '../../shared/texts/one-line.ts'
import type { Locale } from '../../shared/pages.ts'
import { type TemplateName, templateNames, templates, type TemplateVariable } from './mail-templates.data.ts'
import { elsewhere } from './table/setting.ts'

/** The variables that the subject line of a template must have: a customer may have more than one product. */
const neededIn = (template: TemplateName): TemplateVariable[] =>
  templates[template].group === 'accounts' ? [] : ['subject']

/** Whether all braces of a text are around variables of the template. */
const hasOnly = (variables: readonly string[]) => (text: string) =>
  !/[{}]/.test(text.replace(/\{(\w+)\}/g, (whole, name: string) => (variables.includes(name) ? '' : whole)))

const textShape = (template: TemplateName) => {
  const known = hasOnly(templates[template].variables)
  return z.strictObject({
    subject: z.string('text').check(
      z.trim(),
      // Header lines end where a line ends (RFC 5322, section 2.2).
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'one-line'),
      z.overwrite(oneLine),
      z.minLength(1, 'required'),
      z.maxLength(150, 'too-long'),
      z.refine(known, 'variable'),
      z.refine((text) => neededIn(template).every((name) => text.includes(`{${name}}`)), 'variable-missing'),
    ),
    /** Each line is a paragraph. */
    text: z.string('text').check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(3000, 'too-long'),
      // PostgreSQL stores no NUL, and no other control character can be seen.
      z.regex(/^[^\p{Cc}]*(?:[\t\n\r][^\p{Cc}]*)*$/u, 'other'),
      z.refine(known, 'variable'),
    ),
  })
}

/** The subject and the text of a template in one language. */
export type TemplateText = z.output<ReturnType<typeof textShape>>
/** What the owner wrote, by language; null for the product's own words. */
type OwnTemplate = Record<Locale, TemplateText | null>

type TemplateSettings = {
  [Name in `letters.${TemplateName}`]: {
    schema: z.ZodMiniType<OwnTemplate>
    standard: OwnTemplate
    field: { kind: 'elsewhere' }
  }
}

/** A setting for each template. They have a screen of their own. */
export const templateSettings = Object.fromEntries(
  templateNames.map((template) => {
    const text = z.nullable(textShape(template))
    return [
      `letters.${template}`,
      elsewhere(z.strictObject({ en: text, sw: text }), { en: null, sw: null }, 'm.mail_templates_title'),
    ]
  }),
) as unknown as TemplateSettings
