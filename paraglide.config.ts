/** How the messages are compiled: by the build, and by `scripts/messages.mjs` without one. */
export const paraglide = {
  project: './messages/project.inlang',
  outdir: './src/paraglide',
  strategy: ['cookie', 'globalVariable', 'preferredLanguage', 'baseLocale'],
  cookieName: 'kikoa_language',
  emitTsDeclarations: true,
} satisfies Parameters<typeof import('@inlang/paraglide-js').compile>[0]
