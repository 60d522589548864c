// oxlint-disable unicorn/prefer-add-event-listener -- the parser has no other way
import sax from 'sax'
import { Unreadable } from '../unreadable.ts'

/** An element with its children. Names have no prefix. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

const SLICE = 64 * 1024
const MOST_DEPTH = 60
const MOST_CHILDREN = 20_000

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Gives the elements with these names in an XML document, each with all that it contains, one after the other. A document
 * type is refused, so that there are no entities but those of XML itself.
 * @param visit is given each element when it ends; `open` when one of `marks` begins
 * @throws Unreadable `xml`
 */
export function visitElements(
  text: string,
  names: ReadonlySet<string>,
  visit: (element: XmlElement) => void,
  marks?: { names: ReadonlySet<string>; open: (name: string) => void },
): void {
  const parser = sax.parser(true, { trim: false })
  const stack: XmlElement[] = []
  let depth = 0
  let size = 0
  const refuse = () => {
    throw new Unreadable('xml')
  }
  parser.ondoctype = refuse
  parser.onerror = refuse
  parser.onopentag = ({ name: whole, attributes }) => {
    const name = localName(whole)
    if (++depth > MOST_DEPTH) refuse()
    if (!stack.length && marks?.names.has(name)) marks.open(name)
    if (!stack.length && !names.has(name)) return
    if (!stack.length) size = 0
    if (++size > MOST_CHILDREN) refuse()
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value as string] as const)
    const element: XmlElement = { name, attributes: Object.fromEntries(own), text: '', children: [] }
    stack.at(-1)?.children.push(element)
    stack.push(element)
  }
  parser.ontext = (more) => {
    const element = stack.at(-1)
    if (element) element.text += more
  }
  parser.oncdata = parser.ontext
  parser.onclosetag = () => {
    depth--
    const element = stack.pop()
    if (element && !stack.length) visit(element)
  }
  for (let at = 0; at < text.length; at += SLICE) parser.write(text.slice(at, at + SLICE))
  parser.close()
}

export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

/** The text of the first element at a path that has one. */
export function textAt(element: XmlElement, ...path: string[]): string | undefined {
  return elementsAt(element, ...path)
    .map(({ text }) => text.trim())
    .find(Boolean)
}
