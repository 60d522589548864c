import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

test('headings, lists and paragraphs are told apart, and empty lines are nothing', () => {
  expect(blocksOf('Mark\n\n# Who we are\r\nDuka.\n- One\n-  Two\nEnd')).toEqual([
    { kind: 'paragraph', lines: ['Mark'] },
    { kind: 'heading', lines: ['Who we are'] },
    { kind: 'paragraph', lines: ['Duka.'] },
    { kind: 'list', lines: ['One', 'Two'] },
    { kind: 'paragraph', lines: ['End'] },
  ])
})

test('markup of any other kind stays a text', () => {
  expect(blocksOf('<b>x</b> [a](javascript:0) #tag -dash')).toEqual([
    { kind: 'paragraph', lines: ['<b>x</b> [a](javascript:0) #tag -dash'] },
  ])
})
