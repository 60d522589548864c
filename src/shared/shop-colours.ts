/** The colour of the text of invoices and mails. */
export const INK = '#1c2526'

/** The part of light that a channel of sRGB from 0 to 255 gives (WCAG 2.2). */
function lightOf(channel: number): number {
  const part = channel / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** The contrast of a colour such as `#0b6b63` to white (WCAG 2.2), from 1 to 21. */
export function contrastToWhite(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => lightOf(parseInt(colour.slice(at, at + 2), 16)))
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
}

const isReadable = (colour: string) => contrastToWhite(colour) >= 4.5

/**
 * How invoices and mails use the colour of the shop: for stripes and buttons as it is, for text on white and on it such that
 * it can be read.
 * @param colour as `#0b6b63`; a dark grey where the shop has none
 */
export function shopColours(colour: string | null | undefined): {
  fill: string
  text: string
  onFill: string
} {
  const fill = colour || INK
  return { fill, text: isReadable(fill) ? fill : INK, onFill: isReadable(fill) ? '#ffffff' : INK }
}
