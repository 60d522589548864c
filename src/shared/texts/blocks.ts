/** A part of a text that an owner has typed. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'list'
  lines: string[]
}

/**
 * The parts of a text: a line that begins with `# ` is a heading, lines that begin with `- ` are a list, and any other line
 * is a paragraph. Nothing else is markup.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const last = blocks.at(-1)
    if (!line) continue
    if (line.startsWith('- ')) {
      if (last?.kind === 'list') last.lines.push(line.slice(2).trim())
      else blocks.push({ kind: 'list', lines: [line.slice(2).trim()] })
    } else if (/^#+ /.test(line)) blocks.push({ kind: 'heading', lines: [line.replace(/^#+ /, '').trim()] })
    else blocks.push({ kind: 'paragraph', lines: [line] })
  }
  return blocks
}
