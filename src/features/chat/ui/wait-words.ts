const places = { en: 'en-GB', sw: 'sw-TZ' }

/** A number of minutes in words, as whole hours where it is some: "10 minutes", "2 hours". */
export function waitWords(minutes: number, locale: keyof typeof places): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(places[locale], { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
