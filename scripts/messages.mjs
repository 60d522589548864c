import { compile } from '@inlang/paraglide-js'
import { paraglide } from '../paraglide.config.ts'

// Compiles the messages without a build. prepare.mjs runs it with the project's own Node when a message has changed.

await compile(paraglide)
