import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'

const require = createRequire(import.meta.url)
const google = (family: string, file: string) => require.resolve(`@expo-google-fonts/${family}/${file}`)
const inter = (weight: string) => google('inter', `${weight}/Inter_${weight}.ttf`)

/** The fonts of the PDFs: Inter in two weights, and for what it lacks the first other one that has it. */
const files = {
  regular: () => inter('400Regular'),
  bold: () => inter('600SemiBold'),
  // Each of its glyphs is one letter. Ligatures, and dots on shared shapes, give readers of the PDF other letters.
  arabic: () => google('amiri', '400Regular/Amiri_400Regular.ttf'),
  ethiopic: () => google('noto-sans-ethiopic', '400Regular/NotoSansEthiopic_400Regular.ttf'),
  chinese: () => new URL('fonts/NotoSansSC-Regular.ttf', import.meta.url),
  emoji: () => google('noto-emoji', '400Regular/NotoEmoji_400Regular.ttf'),
}
export type FontName = keyof typeof files

/** The fonts for what Inter lacks, in the order in which they are asked. */
export const fallbackFonts = ['arabic', 'ethiopic', 'chinese', 'emoji'] as const satisfies FontName[]

const read = new Map<FontName, Buffer>()

/** The bytes of a font (TrueType), read once. */
export function fontBytes(name: FontName): Buffer {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(files[name]())
  read.set(name, bytes)
  return bytes
}

export type HasGlyph = (font: FontName, codePoint: number) => boolean

/** A part of a line that is drawn in one go. */
export interface Run {
  font: FontName
  text: string
}

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Joiners shape their neighbours, and are no signs of their own. */
const joiners = /[\u200c\u200d]/g
/** Keeps two Arabic letters from joining. Two runs don't join either, and fonts have no glyph for it. */
const NON_JOINER = '\u200c'

/**
 * A text without what no font can show. Control characters and those that turn the direction become blanks, variation
 * selectors and the colours of skin go, and signs that no font has become question marks.
 */
export function printable(text: string, hasGlyph: HasGlyph): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\uFE00-\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]+/gu, ' ')
  let shown = ''
  for (const { segment } of graphemes.segment(plain))
    shown += fontOf(segment, 'regular', hasGlyph)
      ? segment
      : segment.replace(/./gsu, (sign) => (fontOf(sign, 'regular', hasGlyph) ? sign : '?'))
  return shown.trim()
}

/** The font that has all of a grapheme: the main one, or the first of the others. */
function fontOf(grapheme: string, main: FontName, hasGlyph: HasGlyph): FontName | undefined {
  const points = Array.from(grapheme.replace(joiners, ''), (sign) => sign.codePointAt(0)!)
  return [main, ...fallbackFonts].find((font) => points.every((point) => hasGlyph(font, point)))
}

/**
 * The runs of one line from left to right, as they are drawn. The order is that of the Unicode Bidirectional Algorithm
 * (UAX 9); the first letter with a direction decides that of the line. The text of a run is in reading order where its
 * font's shaping turns it round, and in the order of the page otherwise.
 * @param line printable text
 * @param main the font to prefer
 */
export function runsOf(line: string, main: FontName, hasGlyph: HasGlyph): Run[] {
  const embedding = bidi.getEmbeddingLevels(line)
  const { levels } = embedding
  const runs: { font: FontName; start: number; end: number; level: number; isEnded: boolean }[] = []
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels[index]!
    const last = runs.at(-1)
    // A blank between two words of one script stays with them. That of the emoji is as wide as they are.
    const isWithin = segment === ' ' && last?.level === level && last.font !== 'emoji'
    const font = isWithin ? last.font : (fontOf(segment, main, hasGlyph) ?? main)
    const [end, isEnded] = [index + segment.length, segment.endsWith(NON_JOINER)]
    if (last?.font === font && last.level === level && !last.isEnded) Object.assign(last, { end, isEnded })
    else runs.push({ font, level, start: index, end, isEnded })
  }
  const places = new Map(bidi.getReorderedIndices(line, embedding).map((index, place) => [index, place]))
  return runs
    .toSorted((one, other) => places.get(one.start)! - places.get(other.start)!)
    .map(({ font, start, end, level }) => {
      const text = line.slice(start, end).replaceAll(font === 'emoji' ? NON_JOINER : joiners, '')
      // The shaping of Arabic turns its glyphs round itself.
      if (level % 2 === 0 || font === 'arabic') return { font, text }
      const turned = [...graphemes.segment(text)].map(
        ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment,
      )
      return { font, text: turned.toReversed().join('') }
    })
}

/**
 * A text in lines of a width, broken at blanks, and within a word that is wider than a line.
 * @param widthOf the width of a text in points
 */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (line && widthOf((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  for (const word of text.split(/(?<=\s)/))
    if (widthOf(word.trimEnd()) <= width) add(word)
    else for (const { segment } of graphemes.segment(word)) add(segment)
  return [...lines, line.trimEnd()]
}
