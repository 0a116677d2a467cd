import { goQuote } from '../base/go-print.js'

/** What a real server calls its schemes. */
export const SCHEME = 'scheme "pkg/runtime/scheme.go:110"'

/** The scheme's sentence for a kind it does not know. */
export const unregistered = (kind: string, apiVersion: string): string =>
  `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in ${SCHEME}`
