import { goQuote } from '../../base/go/printable.js'

/** The name of the scheme of a real server in errors. */
export const SCHEME = 'scheme "pkg/runtime/scheme.go:110"'

/** Returns the scheme's error for a kind it does not know. */
export const unregistered = (kind: string, apiVersion: string): string =>
  `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in ${SCHEME}`
