import { m } from '../../../paraglide/messages.js'

const sentences: Record<string, () => string> = {
  required: m.settings_reason_required,
  'too-long': m.settings_reason_too_long,
  'too-many': m.settings_reason_too_many,
  twice: m.settings_reason_twice,
  amount: m.settings_reason_amount,
  email: m.settings_reason_email,
  phone: m.settings_reason_phone,
  whatsapp: m.settings_reason_whatsapp,
  ending: m.settings_reason_ending,
  glued: m.settings_reason_glued,
  country: m.settings_reason_country,
  whole: m.settings_reason_whole,
  'widget-id': m.settings_reason_widget_id,
  'web-address': m.settings_reason_web_address,
}

/** Why a value was refused, as a sentence that says the way out. */
export const reasonWords = (reason: string) => (sentences[reason] ?? m.settings_reason_other)()
