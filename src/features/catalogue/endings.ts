import { gluedEndings, searchEndings } from './catalogue.ts'

/** The endings that a page names and looks up, and what names are glued to: the shop's own, otherwise the usual ones. */
export const endingsOf = ({ lists }: { lists: Record<string, string[]> }) => ({
  searched: lists.endings ?? [...searchEndings],
  glued: lists.glued ?? [...gluedEndings],
})
