/**
 * The address that opens a chat in WhatsApp with a prepared text (wa.me, "click to chat").
 * @param number digits with the country code, without plus or spaces
 */
export const whatsAppLink = (number: string, text = '') =>
  `https://wa.me/${number}${text && `?text=${encodeURIComponent(text)}`}`
