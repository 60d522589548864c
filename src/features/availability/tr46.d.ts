/** What is used of tr46 6, which brings no types. */
declare module 'tr46' {
  interface Strictness {
    checkBidi?: boolean
    checkHyphens?: boolean
    checkJoiners?: boolean
    useSTD3ASCIIRules?: boolean
    transitionalProcessing?: boolean
    ignoreInvalidPunycode?: boolean
  }
  /** Null for a name that is not valid. */
  export function toASCII(name: string, options?: Strictness & { verifyDNSLength?: boolean }): string | null
  export function toUnicode(name: string, options?: Strictness): { domain: string; error: boolean }
}
