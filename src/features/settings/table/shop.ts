import * as z from 'zod/mini'
import { widgetShape } from '../chat-widget.ts'
import * as shapes from '../shapes.ts'
import { number, optionalLine, setting } from './setting.ts'

/** The settings of business, contact and chat. */
export const shop = {
  'business.logo': setting(
    /** The file of a stored logo: the hash of its bytes, and its type. */
    z.nullable(z.string('logo').check(z.regex(/^[\w-]{43}\.(?:png|jpg|webp)$/, 'logo'))),
    null,
    { section: 'business', kind: 'own', label: 'm.settings_logo' },
  ),
  'business.name': setting(shapes.filledOf(60), 'Kikoa', {
    section: 'business',
    kind: 'text',
    label: 'm.settings_name',
    attributes: { autoComplete: 'organization', maxLength: 60 },
  }),
  /** The colour of invoices and mails, as `#0b6b63`; null for a dark grey. */
  'business.colour': setting(z.nullable(z.string('colour').check(z.regex(/^#[\da-f]{6}$/, 'colour'))), null, {
    section: 'business',
    kind: 'own',
    label: 'm.settings_colour',
    labels: { choose: 'm.settings_colour_choose', colour: 'm.settings_colour' },
  }),
  'business.email': optionalLine(
    { section: 'contact', label: 'm.support_email', attributes: { type: 'email', autoCapitalize: 'none' } },
    shapes.line.check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email')),
  ),
  'business.phone': optionalLine(
    { section: 'contact', label: 'm.support_phone', audit: 'm.accounts_phone', attributes: { type: 'tel' } },
    shapes.line.check(z.regex(/^\+?[\d\s().-]{5,30}$/, 'phone')),
  ),
  /** Digits with the country code, as wa.me requires. */
  'business.whatsapp': setting(
    z.nullable(z.string('text').check(z.regex(/^[1-9]\d{6,14}$/, 'whatsapp'))),
    null,
    {
      section: 'contact',
      kind: 'whatsapp',
      label: 'm.settings_whatsapp',
      help: 'm.settings_whatsapp_none',
      helpIfUnset: true,
      empty: null,
      attributes: { type: 'tel', placeholder: '+255 712 345 678' },
    },
  ),
  /** The start of a customer's first WhatsApp message; null for none. */
  'business.whatsappGreeting': optionalLine(
    {
      section: 'contact',
      label: 'm.settings_greeting',
      help: 'm.settings_greeting_about',
      attributes: { maxLength: 200 },
    },
    shapes.filled,
  ),
  'business.address': setting(z.nullable(shapes.line), null, {
    section: 'contact',
    kind: 'area',
    label: 'm.support_address',
    empty: null,
    attributes: { rows: 2, maxLength: 200 },
  }),
  /** When somebody answers, as the public pages show it. */
  'business.hours': setting(z.nullable(shapes.line), null, {
    section: 'contact',
    kind: 'area',
    label: 'm.support_hours',
    audit: 'm.settings_hours',
    empty: null,
    example: 'm.settings_hours_example',
    attributes: { rows: 2, maxLength: 200 },
  }),
  /** The chat of a provider instead of the product's own. */
  'chat.widget': setting(
    widgetShape,
    { provider: 'none' },
    {
      section: 'chat',
      kind: 'own',
      label: 'm.settings_chat',
      labels: {
        provider: 'm.settings_chat_provider',
        propertyId: 'm.settings_chat_property',
        widgetId: 'm.settings_chat_widget',
        websiteId: 'm.settings_chat_website',
        websiteToken: 'm.settings_chat_token',
        address: 'm.settings_chat_address',
      },
    },
  ),
  /** The minutes within which customers are promised an answer in the chat. */
  'chat.answerMinutes': number([1, 10_080], 10, {
    section: 'chat',
    label: 'm.settings_chat_minutes',
    help: 'm.settings_chat_minutes_about',
  }),
} as const
