/**
 * The address that opens a chat in WhatsApp, with the text begun (wa.me, "click to chat").
 * @param number digits with the country's code, without plus or blanks
 */
export const whatsAppLink = (number: string, text = '') =>
  `https://wa.me/${number}${text && `?text=${encodeURIComponent(text)}`}`
