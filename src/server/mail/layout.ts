import type { Business, Locale } from '../../shared/pages.ts'
import { INK, shopColours } from '../../shared/shop-colours.ts'
import type { MessageKey } from './messages.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A button may only link to web addresses. */
const safe = (link: string) => (/^https?:\/\//.test(link) ? link : '#')

const FONT = `-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif`
const ink = INK
const muted = '#566163'

type Colours = ReturnType<typeof shopColours>

/** The coloured edge. A table cell with a background colour works in every mail program. */
const bandOf = (fill: string) =>
  `<td height="6" bgcolor="${fill}" style="height:6px;line-height:6px;font-size:0;background:${fill}">&nbsp;</td>`

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${ink}">${escape(text)}</p>`

const small = (text: string) =>
  `<p style="margin:0 0 8px;font-size:13px;line-height:1.5;color:${muted}">${escape(text)}</p>`

const codeBox = (code: string) =>
  `<p style="margin:0 0 20px;padding:14px 18px;background:#f3ede0;border-radius:8px;font:700 28px/1.2 ui-monospace,Consolas,monospace;letter-spacing:6px;color:${ink};text-align:center">${escape(code)}</p>`

const buttonOf = ({ label, link }: { label: string; link: string }, { fill, onFill }: Colours) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td bgcolor="${fill}" style="border-radius:8px;background:${fill}"><a href="${escape(safe(link))}" style="display:inline-block;padding:13px 22px;font-size:16px;font-weight:600;line-height:1.2;color:${onFill};text-decoration:none;border-radius:8px">${escape(label)}</a></td></tr></table>`

const factsOf = (facts: [string, string][]) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px;border-top:1px solid #e5dccb">${facts
    .map(
      ([name, value]) =>
        `<tr><td style="padding:9px 12px 9px 0;border-bottom:1px solid #e5dccb;font-size:14px;color:${muted};vertical-align:top;white-space:nowrap">${escape(name)}</td><td style="padding:9px 0;border-bottom:1px solid #e5dccb;font-size:15px;font-weight:600;color:${ink};word-break:break-word">${escape(value)}</td></tr>`,
    )
    .join('')}</table>`

/** The shop's contact data, in the order in which customers use it. */
const contactOf = ({ business }: MailContext) =>
  [
    business.email,
    business.phone,
    business.whatsapp && `WhatsApp +${business.whatsapp}`,
    business.address,
  ].filter(Boolean)

/** The shop's name, or its logo if it has one. */
const brandOf = ({ business }: MailContext, logo: string | undefined) =>
  logo
    ? `<img src="${escape(logo)}" alt="${escape(business.name)}" height="36" style="display:block;height:36px;max-width:220px;border:0">`
    : `<span style="font-size:20px;font-weight:700;letter-spacing:-0.2px;color:${ink}">${escape(business.name)}</span>`

/**
 * A mail as HTML, with tables and inline styles, because mail programs drop everything else. It contains no script, no
 * external image and no read tracking.
 * @param logo the address of the shop's logo: in a mail, that of the attached image.
 */
export function renderHtml(mail: MailContent, writing: MailContext, logo?: string): string {
  const { heading, paragraphs, code, button, facts = [], notes = [] } = mail
  const colours = shopColours(writing.colour)
  return `<!doctype html>
<html lang="${writing.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only"><title>${escape(mail.subject)}</title></head>
<body style="margin:0;padding:0;background:#fbf7ef;font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escape(paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbf7ef" style="background:#fbf7ef"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${bandOf(colours.fill)}</tr></table></td></tr>
<tr><td bgcolor="#ffffff" style="padding:28px 28px 20px;background:#ffffff;border-radius:0 0 14px 14px">
<div style="margin:0 0 24px">${brandOf(writing, logo)}</div>
<h1 style="margin:0 0 14px;font-size:23px;line-height:1.25;color:${ink}">${escape(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${code ? codeBox(code) : ''}${facts.length ? factsOf(facts) : ''}${button ? buttonOf(button, colours) : ''}
${button ? small(writing.translate('mails_link_instead')) + `<p style="margin:0 0 16px;font-size:13px;line-height:1.5;word-break:break-all"><a href="${escape(safe(button.link))}" style="color:${colours.text}">${escape(button.link)}</a></p>` : ''}
${notes.map(small).join('\n')}
</td></tr>
<tr><td style="padding:18px 28px;font-size:13px;line-height:1.5;color:${muted}">${[writing.business.name, ...contactOf(writing)].map((line) => escape(line)).join(' &middot; ')}<br><a href="${escape(safe(writing.site))}" style="color:${colours.text}">${escape(writing.site.replace(/^https?:\/\//, ''))}</a></td></tr>
</table></td></tr></table></body></html>
`
}

/** The same mail as plain text. */
export function renderText(mail: MailContent, writing: MailContext): string {
  const { heading, paragraphs, code, button, facts = [], notes = [] } = mail
  const parts = [
    heading,
    ...paragraphs,
    code && `    ${code}`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    button && `${button.label}:\n${button.link}`,
    notes.join('\n'),
    `-- \n${[writing.business.name, ...contactOf(writing), writing.site].join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** The content of a mail, without its layout. All texts are plain, and the layout escapes them. */
export interface MailContent {
  subject: string
  heading: string
  paragraphs: string[]
  /** Shown large, for typing. */
  code?: string | undefined
  button?: { label: string; link: string } | undefined
  facts?: [name: string, value: string][]
  /** Small print at the end. */
  notes?: string[]
  /** Where a reply goes, of a mail that a person wrote. */
  replyTo?: string | undefined
}

/** The settings that a mail is written with. */
export interface MailContext {
  locale: Locale
  translate(name: MessageKey, values?: Record<string, string>): string
  business: Business
  /** The shop's colour, as `#0b6b63`. */
  colour?: string | null
  /** The shop's address, without a final slash. */
  site: string
  /** The name of the person that the mail is for, if it is known. */
  recipient?: string | undefined
  /** What the owner wrote in place of the product's words, by the name of the template, in the language of the mail. */
  ownText?: ((template: string) => { subject: string; text: string } | null) | undefined
}

/** Makes the content of a mail from its data. */
export type MailTemplate = (data: Record<string, unknown>, writing: MailContext) => MailContent
