import * as z from 'zod/mini'
import { widgetShape } from '../chat-widget.ts'
import * as shapes from '../shapes.ts'
import { number, optionalText, setting } from './setting.ts'

const legalText = z.nullable(z.strictObject({ en: shapes.longText, sw: shapes.longText }))

/** The settings of business, contact and chat. */
export const shop = {
  /** The file of a stored logo: the hash of its bytes, and its type. */
  'business.logo': setting('business', 'own', 'm.settings_logo', z.nullable(shapes.logoFile), null),
  'business.name': setting('business', 'text', 'm.common_business_name', shapes.filledOf(60), 'Kikoa', {
    attributes: { autoComplete: 'organization', maxLength: 60 },
  }),
  /** The colour of invoices and mails; null for a dark grey. */
  'business.colour': setting('business', 'own', 'm.settings_colour', z.nullable(shapes.colour), null, {
    labels: { choose: 'm.settings_colour_choose', colour: 'm.settings_colour' },
  }),
  'business.email': optionalText(
    'contact',
    'text',
    'm.common_email',
    { attributes: { type: 'email', autoCapitalize: 'none' } },
    shapes.line.check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email')),
  ),
  'business.phone': optionalText(
    'contact',
    'text',
    'm.common_phone',
    { audit: 'm.common_phone_number', attributes: { type: 'tel' } },
    shapes.line.check(z.regex(/^\+?[\d\s().-]{5,30}$/, 'phone')),
  ),
  /** Digits with the country code, as wa.me requires. */
  'business.whatsapp': optionalText(
    'contact',
    'whatsapp',
    'm.settings_whatsapp',
    {
      help: 'm.settings_whatsapp_none',
      helpIfUnset: true,
      attributes: { type: 'tel', placeholder: '+255 712 345 678' },
    },
    z.string('text').check(z.regex(/^[1-9]\d{6,14}$/, 'whatsapp')),
  ),
  /** The start of a customer's first WhatsApp message; null for none. */
  'business.whatsappGreeting': optionalText(
    'contact',
    'text',
    'm.settings_greeting',
    { help: 'm.settings_greeting_about' },
    shapes.filled,
  ),
  'business.address': optionalText('contact', 'area', 'm.common_address', { attributes: { rows: 2 } }),
  /** When somebody answers, as the public pages show it. */
  'business.hours': optionalText('contact', 'area', 'm.support_hours', {
    audit: 'm.settings_hours',
    example: 'm.settings_hours_example',
    attributes: { rows: 2 },
  }),
  /** The terms, the privacy notice and the refund policy of the shop, in both languages; null for none. */
  'legal.terms': setting('legal', 'own', 'm.common_terms', legalText, null),
  'legal.privacy': setting('legal', 'own', 'm.common_privacy', legalText, null),
  'legal.refunds': setting('legal', 'own', 'm.common_refunds_policy', legalText, null),
  /** The chat of a provider instead of the product's own. */
  'chat.widget': setting(
    'chat',
    'own',
    'm.settings_chat',
    widgetShape,
    { provider: 'none' },
    {
      labels: {
        provider: 'm.common_chat',
        propertyId: 'm.settings_chat_property',
        widgetId: 'm.settings_chat_widget',
        websiteId: 'm.settings_chat_website',
        websiteToken: 'm.settings_chat_token',
        address: 'm.common_address',
      },
    },
  ),
  /** The minutes within which customers are promised an answer in the chat. */
  'chat.answerMinutes': number('chat', 'm.settings_chat_minutes', [1, 10_080], 10, {
    help: 'm.settings_chat_minutes_about',
  }),
} as const
